import { Hub } from '#engine/market/hub'
import { Publisher } from '#engine/market/publish/index'
import { FeedPort } from '#main/market/feed/feed-port'
import type { FeedFrame } from '#shared/contract/market/feed'
import { readMarketFrame } from '#shared/contract/market/market-frame'
import type { MarketNews } from '#shared/contract/market/market-news'
import type { MarketInterest, MarketParts } from '#shared/contract/market/markets'
import { parseDecimal } from '#shared/domain/base/decimal'
import type { MarketMessage } from '#shared/domain/market/messages'
import { packMessage } from '#shared/domain/market/pack'
import { PackedMessage } from '#shared/domain/market/packed'
import { MarketFeed } from '#renderer/lib/markets/market-feed'
import type { MarketView } from '#renderer/lib/markets/view'
import { HandClock } from '../../hand-clock'

/** In seconds. */
export const startedAt = Date.UTC(2026, 9, 5, 12) / 1000
const staleAfter = 10_000
const packed = new PackedMessage()

export const everything: MarketParts = {
  book: { levels: 5, grouping: null },
  trades: { max: 6 },
  candles: { interval: '1s', max: 4 },
  statistics: true,
  heat: { interval: '1s', max: 5 },
  cost: { size: '2', unit: 'base', within: 10 }
}

/** A window's page that paints on request. */
export class Page {
  readonly sent: FeedFrame[] = []
  readonly subscriptions = new Map<number, MarketInterest>()
  readonly port: FeedPort
  readonly feed: MarketFeed
  /** Before painting. */
  onFrame: () => void = () => {}
  #listener: (frame: FeedFrame) => void = () => {}
  #paint: () => void = () => {}
  #unpainted: FeedFrame | null = null

  constructor(
    readonly id: string,
    private readonly desk: Desk
  ) {
    const { publisher, clock } = desk
    this.port = new FeedPort(
      { send: (frame) => this.#receive(structuredClone(frame)), dispose: () => {} },
      {
        next: () => {
          const markets = publisher.nextFrame(id)
          return markets && { markets }
        },
        drawn: () => publisher.drawn(id)
      }
    )
    const ok = <T>(value: T) => Promise.resolve({ ok: true as const, value })
    const calls: ConstructorParameters<typeof MarketFeed>[0]['calls']['live'] = {
      subscribe: (wanted) => {
        publisher.subscribe(id, wanted)
        this.subscriptions.set(wanted.id, wanted)
        return ok(null)
      },
      unsubscribe: ({ id: interest }) => {
        publisher.unsubscribe(id, interest)
        this.subscriptions.delete(interest)
        return ok(null)
      },
      olderCandles: () => ok(null),
      olderHeat: () => ok(null),
      olderTrades: () => ok(null),
      cancelOlder: () => ok(null),
      profile: () => ok(null),
      cancelProfile: () => ok(null)
    }
    this.feed = new MarketFeed({
      calls: { live: calls, replay: calls },
      feed: {
        onFrame: (listener) => {
          this.#listener = listener
          return () => {}
        },
        onPaint: (paint) => {
          this.#paint = paint
          return () => {}
        },
        onPort: (listener) => {
          listener()
          return () => {}
        },
        onReplayFrame: () => () => {},
        onReplayPort: () => () => {}
      },
      now: () => clock.monotonic(),
      wall: () => clock.wall()
    })
    publisher.open(id, this.port, true)
    this.feed.start()
  }

  get inFlight(): boolean {
    return this.#unpainted !== null
  }

  get news(): MarketNews[][] {
    return this.sent.map(({ markets }) => (markets ? [...readMarketFrame(markets).news] : []))
  }

  open(market: string, parts: Partial<MarketParts> = everything, pace: number | null = null): MarketView {
    const none: MarketParts = { book: null, trades: null, candles: null, statistics: false }
    return this.feed.open({ market, parts: { ...none, ...parts }, ...(pace !== null && { pace }) })
  }

  paint(): void {
    const frame = this.#unpainted
    if (!frame) return
    this.#unpainted = null
    this.#paint()
    this.port.receive({ kind: 'drawn', sequence: frame.sequence })
  }

  settle(): void {
    for (let turn = 0; turn < 20; turn += 1) {
      this.desk.clock.advance(20)
      this.paint()
    }
  }

  #receive(frame: FeedFrame): void {
    if (this.#unpainted) throw new Error('A second frame is on its way')
    this.#unpainted = frame
    this.sent.push(frame)
    this.#listener(frame)
    this.onFrame()
  }
}

/** A hub with real books, publisher and pages on one clock. */
export class Desk {
  readonly clock = new HandClock()
  readonly painted: number[] = []
  readonly publisher = new Publisher({
    clock: this.clock,
    painted: (milliseconds) => this.painted.push(milliseconds),
    interval: () => this.interval
  })
  interval = 0
  hub = this.createHub()
  /** Latest first. */
  readonly desired: string[][] = []
  readonly #names: string[] = []
  #messages = 0

  constructor() {
    this.publisher.use(this.hub)
  }

  createHub(): Hub {
    return new Hub({
      clock: this.clock,
      register: (name) =>
        this.#names.includes(name) ? this.#names.indexOf(name) : this.#names.push(name) - 1,
      desire: (channels) => this.desired.unshift(channels.map(({ type, market }) => `${type} ${market}`)),
      resync: () => {},
      staleAfter: () => staleAfter
    })
  }

  page(id = 'window-1'): Page {
    return new Page(id, this)
  }

  /** Answers subscriptions with a book. */
  start(...markets: string[]): void {
    this.hub.opened()
    for (const market of markets) {
      this.hub.subscribed({ type: 'market_data', market })
      this.hub.subscribed({ type: 'execution_data', market })
      this.book(market, true, [['100', '1']], [['101', '1']])
    }
  }

  book(market: string, snapshot: boolean, bids: [string, string][], asks: [string, string][]): void {
    const levels = (side: [string, string][]) =>
      side.map(([price, amount]) => ({ price: decimal(price), amount: decimal(amount) }))
    this.#messages += 1
    const time = BigInt(startedAt) * 1_000_000_000n + BigInt(this.#messages)
    this.receive({ kind: 'book', market, snapshot, time, bids: levels(bids), asks: levels(asks) })
  }

  /** `at` in milliseconds from the start. */
  trade(market: string, price: string, amount = '1', at = this.#messages): void {
    this.#messages += 1
    const executedAt = BigInt(startedAt) * 1_000_000_000n + BigInt(at) * 1_000_000n
    this.receive({ kind: 'execution', market, price: decimal(price), amount: decimal(amount), executedAt })
  }

  receive(message: MarketMessage): void {
    const at = this.clock.monotonic()
    this.hub.frameReceived(at)
    if (packMessage(message, this.#names.indexOf(message.market), packed)) this.hub.packed(packed, at)
    else this.hub.exact(message, at)
  }
}

export const decimal = (text: string) => parseDecimal(text)!
