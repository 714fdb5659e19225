import type { UpdatesState } from '#shared/contract/app/updates'
import type { RecordingState } from '#shared/contract/recording/recording'

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
  problem: null,
  bytes: 1_250_000,
  since: Date.UTC(2026, 10, 20, 9),
  dropped: 0,
  verification: null
}
