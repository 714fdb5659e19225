import type { Progress, StatementRow } from '#shared/contract/records/statements/index'
import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Clock } from '#engine/base/clock'
import type { Disk } from '../disk/disk'
import type { ArchiveStore } from '../store/store'
import { exportZip, type Exported } from './export'
import type { ArchiveView, Scope } from './view'

interface ExporterPorts {
  readonly disk: Disk
  readonly clock: Clock
  readonly store: () => ArchiveStore
  readonly view: ArchiveView
  readonly changed: () => void
}

export interface ExportPeriod extends Scope {
  /** Months, inclusive. */
  readonly from: string
  readonly to: string
  /** None: all. */
  readonly assets: readonly string[]
}

/** One export at a time. */
export class Exporter {
  #now: { readonly stop: AbortController; progress: Progress; ended: Promise<unknown> } | null = null

  constructor(private readonly ports: ExporterPorts) {}

  get progress(): Progress | null {
    return this.#now?.progress ?? null
  }

  export(target: string, { profileId, environment, from, to, assets }: ExportPeriod): Promise<Exported> {
    const { disk, clock, store, view, changed } = this.ports
    if (this.#now) throw fail('statements.exporting', archiveText.export.running)
    const isWanted = ({ month, asset }: { readonly month: string; readonly asset: string | null }) =>
      month >= from && month <= to && (assets.length === 0 || assets.includes(asset ?? ''))
    const rows = view.rows({ profileId, environment }).filter(isWanted)
    const gone = view.gone({ profileId, environment }).filter(isWanted)
    const bad = rows.find(({ state }) => state !== 'unaltered')
    if (bad) {
      throw fail('statements.export-altered', refusalOf(bad))
    }
    const now = {
      stop: new AbortController(),
      progress: { files: 0, ofFiles: 0, bytes: 0, ofBytes: 0 } as Progress,
      ended: Promise.resolve() as Promise<unknown>
    }
    const onProgress = (progress: Progress) => {
      now.progress = progress
      changed()
    }
    const work = exportZip(
      { disk, clock, store: store(), signal: now.stop.signal, onProgress },
      { rows, gone, target, period: archiveText.export.period(from, to) }
    ).finally(() => {
      this.#now = null
      changed()
    })
    now.ended = work.catch(() => {})
    this.#now = now
    return work
  }

  async stop(): Promise<void> {
    const now = this.#now
    now?.stop.abort(new DOMException('Stopped', 'AbortError'))
    await now?.ended
  }
}

function refusalOf({ id, state, belongs = '' }: StatementRow): string {
  const { moved, damaged } = archiveText.export
  return state === 'moved' || state === 'unaltered' ? moved(id, belongs) : damaged[state](id)
}
