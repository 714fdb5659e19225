import type { SupportContent, SupportName } from '#shared/contract/app/diagnostics-stream'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { formatBytes } from '../../lib/format/number'
import { diagnosticsText } from '../../messages/diagnostics'

/** The contents of the support file and the selection. */
export class SupportSaving {
  /** Null while main collects it. */
  contents = $state.raw<readonly SupportContent[] | null>(null)
  left = $state.raw<readonly SupportName[]>([])
  failure = $state<string | null>(null)
  saving = $state(false)

  constructor(private readonly desk: Pick<Desk, 'bridge' | 'toasts' | 'settings'>) {}

  get chosen(): readonly SupportContent[] {
    return (this.contents ?? []).filter(({ name }) => !this.left.includes(name))
  }

  get bytes(): number {
    return this.chosen.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  async list(): Promise<void> {
    this.contents = null
    this.failure = null
    try {
      this.contents = await valueOf(this.desk.bridge.call.diagnostics.supportContents())
    } catch (thrown) {
      this.failure = toProblem(thrown).sentence
    }
  }

  tick(name: SupportName, on: boolean): void {
    this.left = on ? this.left.filter((each) => each !== name) : [...this.left, name]
  }

  /** False if the user cancels. */
  async save(): Promise<boolean> {
    const { bridge, toasts, settings } = this.desk
    this.saving = true
    this.failure = null
    try {
      const names = this.chosen.map(({ name }) => name)
      const file = await valueOf(bridge.call.diagnostics.saveSupport({ names }))
      if (!file) return false
      const size = formatBytes(file.bytes, settings.now.numbers)
      toasts.show('success', diagnosticsText.support.saved(size), file.path)
      return true
    } catch (thrown) {
      this.failure = toProblem(thrown).sentence
      return false
    } finally {
      this.saving = false
    }
  }
}
