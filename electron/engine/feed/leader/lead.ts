import type { Profile } from '#shared/contract/connection/connections'
import { systemClock } from '../../base/clock'
import type { Redactor } from '../../base/log'
import type { Live, StreamRecorder } from '../../market/live'
import type { SavedMarkets } from '../../market/saved-markets'
import { keepLive } from '../../recording/headless/live-connection'
import { RecordedStream } from '../../recording/stream-recorder'
import { recordBoth } from './record-both'
import type { FeedSubjects } from '../wire/subjects'
import type { Term } from './lease'
import { FeedPublisher, type LeaderBus } from './publisher'

interface LeadOptions {
  readonly profile: Profile
  readonly clientSecret: string
  readonly markets: readonly string[]
  readonly staleAfter: number
  readonly redactor: Redactor
  readonly say: (line: string) => void
  readonly bus: LeaderBus
  readonly subjects: FeedSubjects
  readonly term: Term
  /** Null without a recording. */
  readonly beginRecording: ((profile: Profile) => StreamRecorder) | null
  readonly endRecording: () => void
  /** For metrics. */
  readonly onBegin: (publisher: FeedPublisher, live: () => Live | null) => void
  readonly signal: AbortSignal
}

/** Holds the connection to the platform and publishes it, until the signal or until the lease is lost. */
export async function lead(options: LeadOptions): Promise<void> {
  const { bus, subjects, term, staleAfter, beginRecording } = options
  const isOver = new AbortController()
  const stop = () => isOver.abort()
  const unsubscribe = term.onLost(stop)
  options.signal.addEventListener('abort', stop, { once: true })
  if (options.signal.aborted || !term.isHeld) stop()
  let live: Live | null = null
  let save: (() => SavedMarkets) | null = null
  const publisher = new FeedPublisher({
    clock: systemClock,
    bus,
    subjects,
    term,
    staleAfter,
    isLive: () => live?.session.status.phase === 'subscribed',
    save: () => save?.() ?? null
  })
  const stream = new RecordedStream(publisher)
  const published: StreamRecorder = {
    reading: () => stream.reading(),
    frame: (bytes, binary, at) => stream.frame(bytes, binary, at),
    event: (event) => stream.event(event),
    attach: (saving) => (save = saving)
  }
  options.onBegin(publisher, () => live)
  try {
    await publisher.start()
    await keepLive({
      ...options,
      begin: (profile) => (beginRecording ? recordBoth(published, beginRecording(profile)) : published),
      onLive(used) {
        live = used
        if (used) publisher.sendRoundSoon()
        else {
          save = null
          options.endRecording()
        }
      },
      signal: isOver.signal
    })
  } finally {
    unsubscribe()
    options.signal.removeEventListener('abort', stop)
    publisher.end()
  }
}
