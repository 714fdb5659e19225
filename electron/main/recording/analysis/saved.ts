import { randomUUID } from 'node:crypto'
import type { Clock } from '#engine/base/clock'
import { openSavedReports } from '#engine/recording/analysis/saved-reports'
import type { FeatureHandlers } from '#shared/contract/index'
import type { Pushes } from '../../base/ipc/pushes'

interface SavedReportsParts {
  readonly file: string
  readonly clock: Clock
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly startNotice: (sentence: string) => void
  readonly warn: (sentence: string) => void
}

export async function setUpSavedReports({ file, clock, pushes, startNotice, warn }: SavedReportsParts) {
  const reports = await openSavedReports({
    file,
    clock,
    newId: randomUUID,
    changed: (all) => pushes.broadcast('savedReports.changed', all),
    onSaveStateChange: (notSaved) => notSaved !== null && warn(notSaved)
  })
  if (reports.notice !== null) startNotice(reports.notice)
  const handlers: FeatureHandlers<'savedReports'> = {
    read: () => reports.all,
    save: (report) => reports.save(report),
    rename: ({ id, name }) => reports.rename(id, name),
    remove: ({ id }) => reports.remove(id)
  }
  return {
    handlers,
    clear: async () => void (await reports.clear()),
    dispose: () => reports.dispose()
  }
}
