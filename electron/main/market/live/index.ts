import { systemClock } from '#engine/base/clock'
import type { Connections, FeedLink, Link } from '#engine/connection/index'
import type { DeskShare } from '#engine/feed/leader/desk-share'
import { recordBoth } from '#engine/feed/leader/record-both'
import { bookRow, type LiveEngine } from '#engine/app/diagnostics/index'
import { Live, type LiveObserver, type Redact } from '#engine/market/live/index'
import type { MarketHistory } from '#engine/recording/history/market-history'
import type { Recordings } from '#engine/recording/index'
import type { Log } from '#engine/base/log/index'
import { openWebSocket, type WebSocketOptions } from '#engine/connection/stream/web-socket'
import { countNames, type StreamCounts } from '#shared/contract/connection/stream-counts'
import type { StreamStatus } from '#shared/contract/market/markets'
import type { FollowParts } from './desk'
import type { Begun, LiveMarkets, Running } from './running'
import { Emitter, type Disposable } from '#shared/domain/base/emitter'

interface LiveParts {
  readonly connections: Pick<Connections, 'onLink' | 'onFeed' | 'resumed' | 'shareAccess' | 'setSharing'>
  readonly recordings: Pick<Recordings, 'begin' | 'end'>
  readonly history: Pick<MarketHistory, 'restore'>
  readonly desk: Pick<FollowParts, 'recordings' | 'fetches'>
  readonly agent: NonNullable<WebSocketOptions['agent']>
  readonly staleAfter: () => number
  readonly observer: LiveObserver
  /** Removes secrets from service text before it is quoted. */
  readonly redact?: Redact | undefined
  /** Milliseconds since the epoch; null while unknown. */
  readonly serviceNow: () => number | null
  readonly onSettings: (listener: () => void) => () => void
  readonly onWake: (listener: () => void) => () => void
  /** The network was lost or is back. */
  readonly onNetwork: (listener: () => void) => () => void
  /** For all windows. */
  readonly warn: (sentence: string) => void
  readonly log: Log
}

/** Runs the stream of the connection in use, one at a time. */
export class MarketStream implements Disposable {
  #running: Running | null = null
  /** In use, or about to be. */
  #link: Link | FeedLink | null = null
  /** Counts of ended streams, since the app started. */
  #past: Partial<StreamCounts> = {}
  #streamErrors = 0
  #readPause = () => 0
  readonly #used = new Emitter<LiveMarkets | null>()
  readonly #statusChanged = new Emitter()
  readonly #unsubscribe: readonly (() => void)[]
  /** Null before it ends. */
  readonly onUse = this.#used.on
  readonly onStatus = this.#statusChanged.on

  constructor(private readonly parts: LiveParts) {
    this.#unsubscribe = [
      parts.connections.onLink((link) => this.#switchTo(link)),
      parts.connections.onFeed((feed) => this.#switchTo(feed)),
      parts.onSettings(() => this.#running?.staleLimitChanged?.()),
      parts.onWake(() => {
        // The next handshake needs a valid token.
        void parts.connections.resumed()
        this.#running?.woke()
      }),
      parts.onNetwork(() => this.#running?.networkChanged())
    ]
  }

  /** For Diagnostics. */
  get engine(): LiveEngine {
    return {
      books: () => this.#books(),
      feed: () => this.#running?.feedPath() ?? null,
      counts: () => this.#counts()
    }
  }

  /** @param pause milliseconds between two readings of the stream */
  pauseReading(pause: () => number): void {
    this.#readPause = pause
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#switchTo(null)
  }

  #switchTo(link: Link | FeedLink | null): void {
    this.#link = link
    this.#end()
    if (!link?.profile.features.markets) return
    // Once everything else knows of the link.
    Promise.resolve()
      .then(() => this.#start(link))
      .catch((problem: unknown) => this.parts.log.warn('The stream did not start', problem))
  }

  async #start(link: Link | FeedLink): Promise<void> {
    const { connections, staleAfter, observer, warn, log } = this.parts
    const isOfPlatform = 'tokens' in link
    // Only for a desk, because NATS's client would make each start longer.
    const desk = isOfPlatform && !link.profile.share ? null : await import('./desk')
    if (this.#link !== link) return
    const statusChanged = () => this.#statusChanged.fire()
    if (isOfPlatform)
      this.#use(this.#begin(link, desk?.shareWithDesk(link.profile, { connections, staleAfter }) ?? null))
    else if (desk) {
      const parts = { ...this.parts.desk, staleAfter: staleAfter(), observer, warn, statusChanged, log }
      this.#use(desk.followFeed(link, parts))
    }
  }

  #use({ running, start }: Begun): void {
    this.#running = running
    this.#used.fire(running)
    start()
  }

  /** @param share another collector may lead instead; the session here does not depend on it */
  #begin(link: Link, share: DeskShare | null): Begun {
    const { agent, staleAfter, observer, serviceNow, redact, recordings, history, log } = this.parts
    const own = recordings.begin(link.profile)
    const recorder = share ? recordBoth(share.recorder, own) : own
    const live = new Live({
      clock: systemClock,
      random: Math.random,
      open: openWebSocket({ agent, readPause: () => this.#readPause() }),
      tokens: link.tokens,
      backOff: link.backOff,
      address: async () => link.access.streamAddress,
      staleAfter,
      serviceNow,
      attach(market) {
        history
          .restore(live.hub, market, link.profile)
          .catch((problem: unknown) => log.warn(`The past of ${market.name} is not shown`, problem))
        return () => undefined
      },
      observer: this.#counted(observer, link),
      recorder,
      redact
    })
    const running: Running = {
      profileId: link.profile.id,
      hub: live.hub,
      stream: live.session,
      feedPath: () => null,
      counts: () => ({ ...live.reader.counts, ...live.hub.counts }),
      woke: () => live.session.woke(),
      networkChanged: () => live.session.networkChanged(),
      staleLimitChanged: () => live.session.staleLimitChanged(),
      dispose() {
        live.dispose()
        share?.dispose()
        void recordings.end()
      }
    }
    const start = () => {
      live.start()
      void share?.run(() => live.session.status.phase === 'subscribed')
    }
    return { running, start }
  }

  #end(): void {
    const running = this.#running
    if (!running) return
    this.#past = this.#counts()
    this.#running = null
    this.#used.fire(null)
    running.dispose()
  }

  #counted(observer: LiveObserver, link: Link): LiveObserver {
    return {
      frame: (bytes, binary, at) => observer.frame(bytes, binary, at),
      updateTime: (seconds, nanoseconds, at) => observer.updateTime(seconds, nanoseconds, at),
      snapshotTime: (seconds, nanoseconds, at) => observer.snapshotTime(seconds, nanoseconds, at),
      sent: (text) => observer.sent(text),
      resync: (market) => observer.resync(market),
      refused: (channel, code) => observer.refused(channel, code),
      status: (status) => {
        observer.status(status)
        this.#report(link, status)
        this.#statusChanged.fire()
      },
      error: (code, message, channel) => {
        this.#streamErrors += 1
        observer.error(code, message, channel)
      }
    }
  }

  /** Reports a refusal to the connection until the stream works again. */
  #report(link: Link, { phase, problem }: StreamStatus): void {
    if (phase === 'refused' && problem) link.report('markets', problem)
    else if (phase === 'open' || phase === 'subscribed') link.report('markets', null)
  }

  #books() {
    const now = systemClock.monotonic()
    return (this.#running?.hub.markets ?? []).map((market) => bookRow(market, now))
  }

  #counts(): Partial<StreamCounts> {
    return { ...added(this.#past, this.#running?.counts() ?? {}), streamErrors: this.#streamErrors }
  }
}

function added(past: Partial<StreamCounts>, now: Partial<StreamCounts>): Partial<StreamCounts> {
  const names = countNames.filter((name) => name in past || name in now)
  return Object.fromEntries(names.map((name) => [name, (past[name] ?? 0) + (now[name] ?? 0)]))
}
