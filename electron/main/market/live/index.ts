import { systemClock } from '#engine/base/clock'
import type { Connections, Link } from '#engine/connection/index'
import { bookRow, type LiveEngine } from '#engine/app/diagnostics/index'
import { Live, type LiveObserver, type Redact } from '#engine/market/live/index'
import type { Recordings } from '#engine/recording/index'
import type { Log } from '#engine/base/log/index'
import { CandleKeeper, removeCandles } from '#engine/market/candle-file-keeper'
import { openWebSocket, type WebSocketOptions } from '#engine/connection/stream/web-socket'
import { countNames, type StreamCounts } from '#shared/contract/connection/stream-counts'
import type { MarketHub } from '#engine/market/types'
import type { StreamStatus } from '#shared/contract/market/markets'
import { Emitter, type Disposable } from '#shared/domain/base/emitter'

export interface LiveMarkets {
  readonly profileId: string
  readonly hub: MarketHub
  readonly stream: { readonly status: StreamStatus; retryNow(): void }
}

interface LiveParts {
  readonly connections: Pick<Connections, 'onLink' | 'onRemove' | 'resumed'>
  readonly candles: string
  readonly recordings: Pick<Recordings, 'begin' | 'end'>
  readonly agent: NonNullable<WebSocketOptions['agent']>
  readonly readPause: NonNullable<WebSocketOptions['readPause']>
  readonly staleAfter: () => number
  readonly observer: LiveObserver
  /** Removes secrets from service text before it is quoted. */
  readonly redact?: Redact | undefined
  /** Milliseconds since the epoch; null while unknown. */
  readonly serviceNow: () => number | null
  readonly onWake: (listener: () => void) => () => void
  /** The network was lost or is back. */
  readonly onNetwork: (listener: () => void) => () => void
  readonly notice: (sentence: string) => void
  readonly log: Log
}

interface Running {
  readonly live: Live
  readonly candles: CandleKeeper
}

/** Runs the stream of the connection in use, one at a time. */
export class MarketStream implements Disposable {
  #running: Running | null = null
  /** In use, or about to be. */
  #link: Link | null = null
  /** The link of the connection in use. */
  #given: Link | null = null
  /** Streams run in turn, so that candles are written before the next one starts. */
  #turn: Promise<void> = Promise.resolve()
  /** Counts of ended streams, since the app started. */
  #past: Partial<StreamCounts> = {}
  #streamErrors = 0
  readonly #used = new Emitter<LiveMarkets | null>()
  readonly #statusChanged = new Emitter()
  readonly #unsubscribe: readonly (() => void)[]
  /** Null before it ends. */
  readonly onUse = this.#used.on
  readonly onStatus = this.#statusChanged.on

  constructor(private readonly parts: LiveParts) {
    this.#unsubscribe = [
      parts.connections.onLink((link) => {
        this.#given = link
        this.#switchTo(link)
      }),
      parts.onWake(() => {
        // The next handshake needs a valid token.
        void parts.connections.resumed()
        this.#running?.live.session.woke()
      }),
      parts.connections.onRemove((id) => void this.#removeCandles(id)),
      parts.onNetwork(() => this.#running?.live.session.networkChanged())
    ]
  }

  /** For Diagnostics. */
  get engine(): LiveEngine {
    return { books: () => this.#books(), counts: () => this.#counts() }
  }

  /** In memory too, because they would be written again. */
  async clearCandles(remove: () => Promise<void>): Promise<void> {
    this.#switchTo(null)
    try {
      await this.#inTurn(remove)
    } finally {
      if (this.#link === null) this.#switchTo(this.#given)
    }
  }

  /** After the last write of the ended stream. */
  #removeCandles(profileId: string): Promise<void> {
    return this.#inTurn(() =>
      removeCandles(this.parts.candles, profileId).catch((problem: unknown) =>
        this.parts.log.warn('Candles were not deleted', problem)
      )
    )
  }

  async dispose(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#given = null
    this.#switchTo(null)
    await this.#turn
  }

  /** The caller handles failures; the next turn still runs. */
  #inTurn(work: () => void | Promise<void>): Promise<void> {
    const done = this.#turn.then(work)
    this.#turn = done.catch((problem: unknown) => this.parts.log.warn('The stream’s turn failed', problem))
    return done
  }

  #switchTo(link: Link | null): void {
    this.#link = link
    this.#end()
    if (!link?.profile.features.markets) return
    void this.#inTurn(() => {
      if (this.#link === link) this.#begin(link)
    })
  }

  #begin(link: Link): void {
    const {
      candles: folder,
      agent,
      readPause,
      staleAfter,
      observer,
      serviceNow,
      log,
      notice,
      redact,
      recordings
    } = this.parts
    const candles = new CandleKeeper({
      folder,
      profile: link.profile.id,
      clock: systemClock,
      now: () => serviceNow() ?? systemClock.wall(),
      notice(market, problem) {
        log.warn(`Candles of ${market}`, problem)
        notice(problem.sentence)
      }
    })
    const recorder = recordings.begin(link.profile)
    const live = new Live({
      clock: systemClock,
      random: Math.random,
      open: openWebSocket({ agent, readPause }),
      tokens: link.tokens,
      backOff: link.backOff,
      address: async () => link.access.streamAddress,
      staleAfter,
      serviceNow,
      attach(market) {
        const attached = candles.attach(market.name, market.candles)
        return () => void attached.release()
      },
      observer: this.#counted(observer, link),
      recorder,
      redact
    })
    this.#running = { live, candles }
    this.#used.fire({
      profileId: link.profile.id,
      hub: live.hub,
      stream: live.session
    })
    live.start()
  }

  #end(): void {
    const running = this.#running
    if (!running) return
    this.#past = this.#counts()
    this.#running = null
    this.#used.fire(null)
    running.live.dispose()
    void this.parts.recordings.end()
    void this.#inTurn(() => running.candles.dispose())
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
    return (this.#running?.live.hub.markets ?? []).map((market) => bookRow(market, now))
  }

  #counts(): Partial<StreamCounts> {
    const { live } = this.#running ?? {}
    const now = { ...live?.reader.counts, ...live?.hub.counts }
    return { ...added(this.#past, now), streamErrors: this.#streamErrors }
  }
}

function added(past: Partial<StreamCounts>, now: Partial<StreamCounts>): Partial<StreamCounts> {
  const names = countNames.filter((name) => name in past || name in now)
  return Object.fromEntries(names.map((name) => [name, (past[name] ?? 0) + (now[name] ?? 0)]))
}
