import type { StreamStatus } from '#shared/contract/market/markets'
import type { Channel, SessionEvents } from '../../connection/stream/types'
import type { SavedMarkets } from '../saved-markets'
import type { Redact } from './quotable'

/** Events besides frames, as the recording names them. */
export type RecordedEvent =
  | { readonly event: 'opened' | 'lost' }
  | { readonly event: 'status'; readonly phase: StreamStatus['phase']; readonly problem: string | null }
  | { readonly event: 'closing' | 'closed' | 'subscribed'; readonly channel: Channel }
  | { readonly event: 'refused' | 'declined'; readonly channel: Channel; readonly code: string }
  | { readonly event: 'resync' | 'held' | 'retried' | 'released'; readonly market: string }

/** Keeps everything that the hub's state follows from. */
export interface StreamRecorder {
  /** A frame is being read: events until `frame` follow from it and are recorded after it. */
  reading(): void
  /** `at` is monotonic; `bytes` are not kept. */
  frame(bytes: Uint8Array, binary: boolean, at: number): void
  event(event: RecordedEvent): void
  /** `save` is for a recording that begins later; do not call it while a frame is being read. */
  attach?(save: () => SavedMarkets): void
}

/** The same events, recorded before they take effect. */
export const recordedEvents = (events: SessionEvents, recorder: StreamRecorder): SessionEvents => ({
  ...events,
  status(status) {
    recorder.event({ event: 'status', phase: status.phase, problem: status.problem?.code ?? null })
    events.status(status)
  },
  opened() {
    recorder.event({ event: 'opened' })
    events.opened()
  },
  lost() {
    recorder.event({ event: 'lost' })
    events.lost()
  },
  closing(channel) {
    recorder.event({ event: 'closing', channel })
    events.closing(channel)
  },
  closed(channel) {
    recorder.event({ event: 'closed', channel })
    events.closed(channel)
  },
  subscribed(channel) {
    recorder.event({ event: 'subscribed', channel })
    events.subscribed(channel)
  },
  refused(channel, code) {
    recorder.event({ event: 'refused', channel, code })
    events.refused(channel, code)
  },
  declined(channel, code) {
    recorder.event({ event: 'declined', channel, code })
    events.declined(channel, code)
  }
})

/** Frames of another form than the usual may quote what Leadline sent. */
export function withoutSecrets(bytes: Uint8Array, redact: Redact): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  const safe = redact(text)
  return safe === text ? bytes : Buffer.from(safe)
}
