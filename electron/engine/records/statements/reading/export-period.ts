import type { StatementRow } from '#shared/contract/records/statements/index'
import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Clock } from '#engine/base/clock'
import type { Disk } from '../disk/disk'
import type { JobControl } from '../jobs'
import type { ArchiveStore } from '../store/store'
import { exportZip, type Exported } from './export'
import type { ArchiveView, Scope } from './view'

interface PeriodPorts {
  readonly disk: Disk
  readonly clock: Clock
  readonly store: ArchiveStore
  readonly view: ArchiveView
}

export interface ExportPeriod extends Scope {
  /** Months, inclusive. */
  readonly from: string
  readonly to: string
  /** None: all. */
  readonly assets: readonly string[]
}

/** The statements of a period as a ZIP; refused where one of them is not intact. */
export async function exportPeriod(
  { disk, clock, store, view }: PeriodPorts,
  target: string,
  { profileId, environment, from, to, assets }: ExportPeriod,
  { signal, report }: JobControl
): Promise<Exported> {
  const isWanted = ({ month, asset }: { readonly month: string; readonly asset: string | null }) =>
    month >= from && month <= to && (assets.length === 0 || assets.includes(asset ?? ''))
  const rows = view.rows({ profileId, environment }).filter(isWanted)
  const gone = view.gone({ profileId, environment }).filter(isWanted)
  const bad = rows.find(({ state }) => state !== 'unaltered')
  if (bad) throw fail('statements.export-altered', refusalOf(bad))
  const period = archiveText.export.period(from, to)
  return exportZip({ disk, clock, store, signal, onProgress: report }, { rows, gone, target, period })
}

function refusalOf({ id, state, belongs = '' }: StatementRow): string {
  const { moved, damaged } = archiveText.export
  return state === 'moved' || state === 'unaltered' ? moved(id, belongs) : damaged[state](id)
}
