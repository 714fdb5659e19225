import type { Log } from '#engine/base/log/index'
import type { CatalogClient } from '#engine/recording/catalog/client'
import { DeskRecordings, type DeskRecordingsPorts } from '#engine/recording/history/desk-recordings'
import { needRoot, type RecordingsFolder } from '#engine/recording/move/recordings-folder'

interface DeskParts {
  readonly folder: Pick<RecordingsFolder, 'root' | 'isMoved'>
  readonly client: DeskRecordingsPorts['client']
  readonly jobs: Pick<CatalogClient, 'fetchWithin'>
  /** The limit of everything that was fetched. */
  readonly gigabytes: () => number
  readonly log: Log
}

const gigabyte = 1e9

export const setUpDeskRecordings = ({ folder, client, jobs, gigabytes, log }: DeskParts): DeskRecordings =>
  new DeskRecordings({
    folder,
    client,
    async fetch(wanted, signal) {
      await needRoot(folder.root, folder.isMoved)
      return jobs.fetchWithin({ ...wanted, maxBytes: gigabytes() * gigabyte }, signal)
    },
    failed: (problem) => log.warn('Shared recordings were not fetched', problem)
  })
