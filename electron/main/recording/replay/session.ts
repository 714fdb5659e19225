import type { Clock } from '#engine/base/clock'
import { LatestOnly } from '#engine/base/latest-only'
import { checkSymbol } from '#engine/market/symbol'
import { Publisher, type PublishedHub } from '#engine/market/publish/index'
import { logTimeAt, logTimeOf, millisecondsOf, nanosecondsOf } from '#engine/recording/replay/log-time'
import { drawnBy } from '#engine/recording/replay/drawn-markets'
import type { PlayedCall, ReplayConditions, ReplayRequest } from '#engine/recording/replay/messages'
import { OlderPages } from '#engine/recording/history/older-pages'
import { tradesOnTape } from '#engine/recording/history/older-trades'
import { Player } from '#engine/recording/replay/player'
import type { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { pinnedSpans } from '#engine/recording/pins'
import type { RecordingReader } from '#engine/recording/replay/recording-reader'
import type { CallInput, CallOutput } from '#shared/contract/base/call'
import type { MarketInterest } from '#shared/contract/market/markets'
import type { FeedFrame } from '#shared/contract/market/feed'
import type { replayCalls, ReplayState } from '#shared/contract/recording/replay'
import type { Interval } from '#shared/domain/market/candles/intervals'
import { FeedPort } from '../../market/feed/feed-port'

type Calls = typeof replayCalls
type Opening = Pick<Extract<ReplayRequest, { kind: 'open' }>, 'at' | 'options'>
type PlayedHandlers = {
  readonly [M in PlayedCall]: (
    payload: CallInput<Calls[M]>
  ) => CallOutput<Calls[M]> | Promise<CallOutput<Calls[M]>>
}

/** The port to the window. */
export interface WindowPort {
  readonly send: (frame: FeedFrame) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
  readonly close: () => void
}

interface SessionParts {
  readonly clock: Clock
  readonly reader: RecordingReader
  /** Of the log. */
  readonly folder: string
  readonly port: WindowPort
  readonly named: Pick<ReplayState, 'profileId' | 'connection' | 'environment'>
  readonly conditions: () => ReplayConditions
  readonly changed: () => void
  /** More of the recording was read. */
  readonly overviewChanged: () => void
}

/** The publisher has one window. */
const window = 'window'

/** One recording, played to one window. */
export class ReplaySession {
  readonly #player: Player
  readonly #publisher: Publisher
  readonly #feed: FeedPort
  /** By ID. */
  readonly #interests = new Map<number, MarketInterest>()
  readonly #pages: OlderPages
  readonly #profiles = new LatestOnly()

  constructor(private readonly parts: SessionParts) {
    const { clock, reader, port, conditions, changed, overviewChanged } = parts
    this.#pages = new OlderPages(parts.folder)
    this.#player = new Player({ clock, reader, staleAfter: () => conditions().staleAfter })
    this.#publisher = new Publisher({
      clock,
      dataClock: {
        monotonic: () => this.#player.hub?.clock.monotonic() ?? 0,
        wall: () => this.#at
      },
      // A seek back would leave figures of its future.
      clearsUnknown: true,
      serviceNow: () => this.#player.hub?.serviceNow ?? this.#at,
      interval: () => conditions().interval
    })
    this.#feed = new FeedPort(
      { send: port.send, dispose: port.close },
      { next: () => this.#next(), drawn: () => this.#publisher.drawn(window) }
    )
    port.onMessage((message) => this.#feed.receive(message))
    this.#publisher.open(window, this.#feed, conditions().visible)
    this.#player.onHub((hub) => this.#publisher.use(this.#published(hub)))
    this.#player.onChange(changed)
    reader.overview.onChange(overviewChanged)
  }

  get state(): ReplayState {
    const { at, range, ...state } = this.#player.state
    return {
      ...this.parts.named,
      ...state,
      markets: this.#player.hub?.markets.map(({ name }) => name) ?? null,
      at: millisecondsOf(at),
      exactAt: String(nanosecondsOf(at)),
      rangeIn: range.in && millisecondsOf(range.in),
      rangeOut: range.out && millisecondsOf(range.out),
      loop: range.loop
    }
  }

  readonly handlers: PlayedHandlers = {
    seek: async ({ at }) => {
      await this.#player.seek(typeof at === 'number' ? logTimeAt(at) : logTimeOf(BigInt(at)))
      return null
    },
    play: () => {
      this.#player.play()
      return null
    },
    pause: () => {
      this.#player.pause()
      return null
    },
    setSpeed: ({ speed }) => {
      this.#player.setSpeed(speed)
      return null
    },
    step: async (step) => {
      await this.#player.step(step)
      return null
    },
    jump: (jump) => this.#player.jump(jump),
    setRange: ({ in: from, out, loop }) => {
      this.#player.setRange({
        in: from === null ? null : logTimeAt(from),
        out: out === null ? null : logTimeAt(out),
        loop
      })
      return null
    },
    overview: async (request) => {
      const { reader } = this.parts
      await reader.refresh()
      return { ...reader.overview.read(request), pinned: await pinnedSpans(this.parts.folder) }
    },
    olderCandles: (request) => this.#pages.candles(this.#untilNow(request)),
    olderHeat: (request) => this.#pages.heat(this.#untilNow(request)),
    olderTrades: ({ id: _view, market, number, ...before }) => {
      const tape = before.seq === null ? this.#player.hub?.market(market)?.tape : undefined
      const kept = tape ? tradesOnTape(tape, number) : null
      const { seq: lastSeq, lead } = this.#now
      return kept ?? this.#pages.trades({ market, ...before, lastSeq, lead })
    },
    profile: async ({ id, market, range }) => {
      const number = this.#player.hub?.market(market)?.tape.arrivals
      const signal = this.#profiles.begin(String(id))
      const profile = await this.#pages
        .profile({ market, ...range, ...this.#now }, signal)
        .catch((problem: unknown) => {
          if (signal.aborted) return null
          throw problem
        })
      return profile && number !== undefined ? { ...profile, number } : null
    },
    cancelProfile: ({ id }) => {
      this.#profiles.cancel(String(id))
      return null
    },
    subscribe: (request) => {
      const interest = { ...request, market: checkSymbol(request.market) }
      this.#publisher.subscribe(window, interest)
      this.#interests.set(interest.id, interest)
      this.#player.draw(drawnBy(this.#interests.values()))
      return null
    },
    unsubscribe: ({ id }) => {
      this.#publisher.unsubscribe(window, id)
      this.#interests.delete(id)
      this.#player.draw(drawnBy(this.#interests.values()))
      return null
    }
  }

  open({ at, options }: Opening): Promise<void> {
    void this.handlers.setSpeed(options)
    void this.handlers.setRange(options.range)
    return this.#player.seek(at === null ? null : logTimeAt(at))
  }

  follow({ visible }: ReplayConditions): void {
    this.#publisher.setVisible(window, visible)
  }

  /** Also while no market changes. */
  sendPosition(): void {
    this.#feed.offer({ replay: { at: this.#at } })
  }

  async dispose(): Promise<void> {
    this.#profiles.dispose()
    this.#feed.close()
    this.#publisher.dispose()
    await this.#player.dispose()
    await this.parts.reader.dispose()
  }

  #untilNow(request: { readonly market: string; readonly interval: Interval; readonly before: number }) {
    return { ...request, ...this.#now }
  }

  /** Nothing of a replay's future is shown. */
  get #now() {
    const { hub } = this.#player
    return { seq: hub?.seq ?? 0, lead: hub ? (hub.serviceNow ?? hub.now) - hub.now : 0 }
  }

  get #at(): number {
    return millisecondsOf(this.#player.at)
  }

  #next() {
    const markets = this.#publisher.nextFrame(window)
    return markets && { markets, replay: { at: this.#at } }
  }

  #published(hub: RecordedHub): PublishedHub {
    return { market: (name) => hub.market(name), onChange: hub.onChange, hold: () => () => undefined }
  }
}
