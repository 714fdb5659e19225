import type { StreamStatus } from '#shared/contract/market/markets'

export const idleStream: StreamStatus = {
  phase: 'idle',
  sentence: '',
  since: 0,
  retryAt: null,
  stage: null,
  host: 'stream.example',
  channels: { wanted: 0, confirmed: 0, markets: 0 },
  attempt: 0,
  roundTrip: null,
  problem: null
}
