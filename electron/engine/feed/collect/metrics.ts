import { feedText } from '#shared/messages/feed'
import type { Live } from '../../market/live'
import type { Recordings } from '../../recording/recordings'
import type { FeedPublisher } from '../leader/publisher'
import type { Metrics } from './health'
import type { SharingCounts } from './sharing'

interface Used {
  readonly publisher: FeedPublisher | null
  readonly live: Live | null
  readonly epoch: number
  /** To the server. */
  readonly isConnected: boolean
  readonly recordings: Recordings | null
  readonly shared: SharingCounts
}

/** What a collector says about itself. */
export function metricsOf({ publisher, live, epoch, isConnected, recordings, shared }: Used) {
  const markets = live?.hub.markets ?? []
  const liveMarkets = markets.filter(({ state }) => state === 'live').length
  const phase = live?.session.status.phase ?? 'idle'
  const isLeading = publisher !== null
  const counts = publisher?.counts
  const state = recordings?.state
  const { metrics: help } = feedText.collector
  const metrics: Metrics = {
    leadline_leading: { help: help.leading, value: isLeading ? 1 : 0 },
    leadline_epoch: { help: help.epoch, value: epoch },
    leadline_server_connected: { help: help.serverConnected, value: isConnected ? 1 : 0 },
    leadline_connected: { help: help.connected, value: phase === 'subscribed' ? 1 : 0 },
    leadline_markets: { help: help.markets, value: markets.length },
    leadline_markets_live: { help: help.liveMarkets, value: liveMarkets },
    leadline_items_total: { help: help.items, value: counts?.items ?? 0 },
    leadline_batches_total: { help: help.batches, value: counts?.batches ?? 0 },
    leadline_bytes_total: { help: help.bytes, value: counts?.bytes ?? 0 },
    leadline_keyframes_total: { help: help.keyframes, value: counts?.keyframes ?? 0 },
    leadline_not_kept_total: { help: help.notKept, value: counts?.notKept ?? 0 },
    leadline_recorded_bytes: { help: help.recordedBytes, value: state?.bytes ?? 0 },
    leadline_not_recorded_total: { help: help.notRecorded, value: state?.dropped ?? 0 },
    leadline_shared_sets_total: { help: help.sharedSets, value: shared.sets },
    leadline_shared_bytes_total: { help: help.sharedBytes, value: shared.bytes },
    leadline_sharing_failed: { help: help.sharingFailed, value: shared.isFailing ? 1 : 0 }
  }
  const isHealthy = isConnected && (!isLeading || phase === 'subscribed')
  return {
    metrics,
    health: { isHealthy, isConnected, isLeading, epoch, phase, markets: markets.length, liveMarkets }
  }
}
