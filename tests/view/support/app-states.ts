import type { UpdatesState } from '#shared/contract/app/updates'
import type { FeatureHandlers } from '#shared/contract/index'
import type { RecordingState } from '#shared/contract/recording/recording'
import type { ReplayState } from '#shared/contract/recording/replay'

export const upToDate: UpdatesState = {
  version: '0.1.0',
  source: 'https://updates.test/leadline.json',
  on: false,
  checking: false,
  lastCheck: null,
  information: 'none',
  nextCheck: null,
  problem: null,
  failingSince: null,
  available: null,
  download: { state: 'none' },
  wasUpdated: false
}

export const recordingNow: RecordingState = {
  phase: 'recording',
  sealing: { phase: 'idle', hour: null, problem: null },
  problem: null,
  bytes: 1_250_000,
  since: Date.UTC(2026, 10, 20, 9),
  dropped: 0,
  verification: null,
  desk: null
}

/** 18 Nov 2026, 14:02:11.482 UTC */
const replayedAt = Date.UTC(2026, 10, 18, 14, 2, 11, 482)

export const replayNow: ReplayState = {
  phase: 'paused',
  playing: false,
  problem: null,
  profileId: 'local-sandbox',
  connection: 'Treasury',
  environment: 'production',
  markets: ['BTCUSD', 'ETHUSD'],
  at: replayedAt,
  exactAt: `${replayedAt}000000`,
  speed: 1,
  reached: null,
  recordedRate: 912,
  replayed: 9120,
  rangeIn: null,
  rangeOut: null,
  loop: false
}

/** A day of recording with a gap from 9 to 10. */
export const replayAnswers = (state: () => ReplayState | null): Partial<FeatureHandlers<'replay'>> => ({
  read: state,
  open: () => null,
  close: () => null,
  seek: () => null,
  jump: () => true,
  subscribe: () => null,
  unsubscribe: () => null,
  overview: ({ parts }) => ({
    pinned: new Float64Array(),
    from: Date.UTC(2026, 10, 18),
    to: Date.UTC(2026, 10, 19),
    complete: true,
    activity: new Float64Array(parts).fill(10),
    gaps: Float64Array.of(Date.UTC(2026, 10, 18, 9), Date.UTC(2026, 10, 18, 10)),
    trades: Float64Array.of(Date.UTC(2026, 10, 18, 13), 1, Date.UTC(2026, 10, 18, 15), -1)
  })
})
