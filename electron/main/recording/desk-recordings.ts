import type { Clock } from '#engine/base/clock'
import type { Log } from '#engine/base/log/index'
import type { Connections } from '#engine/connection/index'
import type { CatalogClient } from '#engine/recording/catalog/client'
import { DeskFetches } from '#engine/recording/history/desk-fetches'
import { DeskRecordings, type DeskRecordingsPorts } from '#engine/recording/history/desk-recordings'
import type { Recordings } from '#engine/recording/index'
import { needRoot, type RecordingsFolder } from '#engine/recording/move/recordings-folder'
import { formatDue } from '#shared/domain/base/clock-time'
import type { CurrentSettings } from '../base/current-settings'
import type { MarketStream } from '../market/live'
import type { LiveMarkets } from '../market/live/running'
import { RecordingInUse } from './in-use'

interface DeskParts {
  readonly clock: Clock
  readonly folder: Pick<RecordingsFolder, 'root' | 'isMoved'>
  readonly client: DeskRecordingsPorts['client']
  readonly jobs: Pick<CatalogClient, 'fetchWithin'>
  readonly settings: Pick<CurrentSettings, 'now'>
  readonly own: Pick<Recordings, 'log'>
  readonly connections: Pick<Connections, 'onFeed'>
  /** Something was fetched. */
  readonly fetched: () => void
  readonly log: Log
}

/** Of the connection in use. */
export type DeskStream = Pick<MarketStream, 'onUse' | 'onStatus'>

const gigabyte = 1e9

export function setUpDeskRecordings(parts: DeskParts) {
  const { clock, folder, client, jobs, settings, own, connections, fetched, log } = parts
  const fetches = new DeskFetches({
    clock,
    jobs,
    needRoot: () => needRoot(folder.root, folder.isMoved),
    // The limit of everything that was fetched.
    maxBytes: () => settings.now().sharedGigabytes * gigabyte,
    fetched,
    warn: (problem) => log.warn('Shared recordings were not fetched', problem)
  })
  const recordings = new DeskRecordings({
    folder,
    client,
    fetch: (wanted, signal) => fetches.fetch(wanted, signal),
    failed: (problem, retryAfter) => fetches.failed(problem, retryAfter)
  })
  let live: LiveMarkets | null = null
  const inUse = new RecordingInUse({
    folder,
    recordings: own,
    connections,
    fetches,
    shared: () => live?.stream.status.shared ?? null,
    dueText: (at) => formatDue(at, clock.wall(), settings.now().clock)
  })
  return {
    fetches,
    recordings,
    inUse,
    newestAt: () => live?.newestAt?.() ?? null,
    /** @param changed more may be shared */
    follow(stream: DeskStream, changed: () => void) {
      stream.onUse((used) => {
        live = used
        changed()
      })
      stream.onStatus(changed)
    }
  }
}
