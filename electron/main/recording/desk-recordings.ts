import type { Clock } from '#engine/base/clock'
import type { Log } from '#engine/base/log/index'
import type { CatalogClient } from '#engine/recording/catalog/client'
import { DeskFetches } from '#engine/recording/history/desk-fetches'
import { DeskRecordings, type DeskRecordingsPorts } from '#engine/recording/history/desk-recordings'
import { needRoot, type RecordingsFolder } from '#engine/recording/move/recordings-folder'

interface DeskParts {
  readonly clock: Clock
  readonly folder: Pick<RecordingsFolder, 'root' | 'isMoved'>
  readonly client: DeskRecordingsPorts['client']
  readonly jobs: Pick<CatalogClient, 'fetchWithin'>
  /** The limit of everything that was fetched. */
  readonly gigabytes: () => number
  /** Something was fetched. */
  readonly fetched: () => void
  readonly log: Log
}

const gigabyte = 1e9

export function setUpDeskRecordings({ clock, folder, client, jobs, gigabytes, fetched, log }: DeskParts) {
  const fetches = new DeskFetches({
    clock,
    jobs,
    needRoot: () => needRoot(folder.root, folder.isMoved),
    maxBytes: () => gigabytes() * gigabyte,
    fetched,
    warn: (problem) => log.warn('Shared recordings were not fetched', problem)
  })
  const recordings = new DeskRecordings({
    folder,
    client,
    fetch: (wanted, signal) => fetches.fetch(wanted, signal),
    failed: (problem, retryAfter) => fetches.failed(problem, retryAfter)
  })
  return { fetches, recordings }
}
