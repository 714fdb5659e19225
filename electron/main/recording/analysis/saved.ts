import { randomUUID } from 'node:crypto'
import type { Clock } from '#engine/base/clock'
import { openSavedReports } from '#engine/recording/analysis/saved-reports'
import type { FeatureHandlers } from '#shared/contract/index'
import type { Pushes } from '../../base/ipc/pushes'
import type { UnsavedFiles } from '../../base/unsaved-files'

interface SavedReportsParts {
  readonly file: string
  readonly clock: Clock
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly unsaved: UnsavedFiles
  readonly startNotice: (sentence: string) => void
}

export async function setUpSavedReports({ file, clock, pushes, unsaved, startNotice }: SavedReportsParts) {
  const reports = await openSavedReports({
    file,
    clock,
    newId: randomUUID,
    changed: (all) => pushes.broadcast('savedReports.changed', all),
    onSaveStateChange: unsaved.of(file)
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
