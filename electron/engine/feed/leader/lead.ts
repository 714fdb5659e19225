import type { Profile } from '#shared/contract/connection/connections'
import { systemClock } from '../../base/clock'
import type { Redactor } from '../../base/log'
import type { Live, StreamRecorder } from '../../market/live'
import type { SavedMarkets } from '../../market/saved-markets'
import { keepLive } from '../../recording/headless/live-connection'
import type { SharedNews } from '../../recording/replay/logged-event'
import { RecordedStream } from '../../recording/stream-recorder'
import type { Recordings } from '../../recording/recordings'
import { recordBoth, whileHeld } from './record-both'
import type { FeedSubjects } from '../wire/subjects'
import type { Term } from './lease'
import { FeedPublisher, type LeaderBus } from './publisher'

/**
 * Milliseconds between two reads of a busy stream, whose messages are then sent at once. Waking up and sending cost as much as
 * fifty messages, so this is what a collector's processor time depends on.
 */
const readPause = 15

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
  readonly recordings: Pick<Recordings, 'begin' | 'end' | 'next' | 'known'> | null
  /** What seats can fetch of the recordings; null if nothing is shared. */
  readonly shared: () => SharedNews | null
  /** For metrics. */
  readonly onBegin: (publisher: FeedPublisher, live: () => Live | null) => void
  readonly signal: AbortSignal
}

/** Holds the connection to the platform and publishes it, until the signal or until the lease is lost. */
export async function lead(options: LeadOptions): Promise<void> {
  const { bus, subjects, term, staleAfter, recordings } = options
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
    soon(call) {
      const immediate = setImmediate(call)
      return () => clearImmediate(immediate)
    },
    isLive: () => live?.session.status.phase === 'subscribed',
    save: () => save?.() ?? null,
    recorded: () => (recordings ? recordings.known : term.start.seq),
    shared: options.shared
  })
  const stream = new RecordedStream(publisher)
  const published: StreamRecorder = {
    reading: () => stream.reading(),
    frame: (bytes, binary, at) => stream.frame(bytes, binary, at),
    event: (event) => stream.event(event),
    attach: (saving) => (save = saving)
  }
  if (recordings) term.nextItem = () => recordings.next
  options.onBegin(publisher, () => live)
  try {
    await publisher.start()
    await keepLive({
      ...options,
      readPause,
      begin(profile) {
        const recorder = recordings && whileHeld(term, () => recordings.begin(profile, term.start))
        return recorder ? recordBoth(published, recorder) : published
      },
      onLive(used) {
        live = used
        if (used) publisher.sendRoundSoon()
        else {
          save = null
          void recordings?.end()
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
