import type { AddressDetail, CopyOutcome } from '../../../../electron/shared/contract/addresses'
import { toProblem } from '../../../../electron/shared/domain/problem'
import { valueOf } from '../../../lib/client'
import type { Desk } from '../../../lib/desk'

export type CopyKind = 'address' | 'uri' | 'json'

/** The address that is looked at. */
export class Detail {
  id = $state<string | null>(null)
  shown = $state.raw<AddressDetail | null>(null)
  problem = $state<string | null>(null)
  /** The QR code holds a payment request instead of the bare address. */
  asRequest = $state(false)
  copied = $state.raw<CopyOutcome | null>(null)

  constructor(private readonly desk: Desk) {}

  async open(id: string): Promise<void> {
    if (this.id !== id) {
      this.copied = null
      this.shown = null
    }
    this.id = id
    await this.refresh()
  }

  async refresh(): Promise<void> {
    const { id } = this
    if (id === null) return
    try {
      const detail = await valueOf(this.desk.bridge.call.addresses.detail({ id }))
      if (this.id !== id) return
      this.shown = detail
      this.problem = null
    } catch (thrown) {
      if (this.id === id) this.problem = toProblem(thrown).sentence
    }
  }

  close(): void {
    this.id = null
    this.shown = null
    this.copied = null
    this.problem = null
  }

  /** What came of it stands beside the button, or is told where no drawer is open. */
  async copy(id: string, what: CopyKind): Promise<void> {
    const { toasts, announcer, bridge } = this.desk
    await this.desk.attempt(async () => {
      const outcome = await valueOf(bridge.call.addresses.copy({ id, what }))
      if (this.id === id) {
        this.copied = outcome
        announcer.say(outcome.sentence)
      } else toasts.show(outcome.matches ? 'success' : 'error', outcome.sentence)
    })
  }
}
