import type { Log } from '#engine/base/log/index'
import type { CatalogClient } from '#engine/recording/catalog/client'
import { DeskRecordings, type DeskRecordingsPorts } from '#engine/recording/history/desk-recordings'
import { needRoot, type RecordingsFolder } from '#engine/recording/move/recordings-folder'
import { toProblem } from '#shared/domain/base/problem'

interface DeskParts {
  readonly folder: Pick<RecordingsFolder, 'root' | 'isMoved'>
  readonly client: DeskRecordingsPorts['client']
  readonly jobs: Pick<CatalogClient, 'fetchWithin'>
  /** The limit of everything that was fetched. */
  readonly gigabytes: () => number
  readonly log: Log
}

const gigabyte = 1e9

export function setUpDeskRecordings({ folder, client, jobs, gigabytes, log }: DeskParts): DeskRecordings {
  let reported: string | null = null
  return new DeskRecordings({
    folder,
    client,
    async fetch(wanted, signal) {
      await needRoot(folder.root, folder.isMoved)
      const fetched = await jobs.fetchWithin({ ...wanted, maxBytes: gigabytes() * gigabyte }, signal)
      if (fetched) reported = null
      return fetched
    },
    failed(problem) {
      const { sentence } = toProblem(problem)
      // A chart asks again.
      if (sentence !== reported) log.warn('Shared recordings were not fetched', problem)
      reported = sentence
    }
  })
}
