import { beforeEach, describe, expect, it } from 'vitest'
import { Hub } from '#engine/market/hub'
import type { LiveMarket } from '#engine/market/types'
import type { Channel } from '#engine/connection/stream/types'
import { parseDecimal } from '#shared/domain/base/decimal'
import type { MarketMessage } from '#shared/domain/market/messages'
import { packMessage } from '#shared/domain/market/pack'
import { PackedMessage } from '#shared/domain/market/packed'
import { SettableClock } from '../connection/stream/session-desk'

const staleAfter = 10_000
const packed = new PackedMessage()

let clock: SettableClock
let names: string[]
let desired: string[][]
let attached: string[]
let hub: Hub

beforeEach(() => {
  clock = new SettableClock()
  names = []
  desired = []
  attached = []
  hub = new Hub({
    clock,
    register: (market) => (names.includes(market) ? names.indexOf(market) : names.push(market) - 1),
    desire: (channels) => desired.push(channels.map(({ type, market }) => `${type} ${market}`)),
    resync: () => undefined,
    staleAfter: () => staleAfter,
    attach: ({ name }) => {
      attached.push(`+${name}`)
      return () => attached.push(`-${name}`)
    }
  })
})

const decimal = (text: string) => parseDecimal(text)!
const book = (market: string): Channel => ({ type: 'market_data', market })
const trades = (market: string): Channel => ({ type: 'execution_data', market })
let microseconds = 1

function receive(message: MarketMessage) {
  hub.frameReceived(clock.monotonic())
  if (packMessage(message, names.indexOf(message.market), packed)) hub.packed(packed, clock.monotonic())
  else hub.exact(message, clock.monotonic())
}
const time = () => 1_790_000_000_000_001_000n + BigInt(microseconds++ * 10_000)
const snapshot = (market: string, bid: string, ask: string) =>
  receive({
    kind: 'book',
    market,
    snapshot: true,
    time: time(),
    bids: [{ price: decimal(bid), amount: decimal('1') }],
    asks: [{ price: decimal(ask), amount: decimal('1') }]
  })
const trade = (market: string, price: string, amount = '1') =>
  receive({ kind: 'execution', market, price: decimal(price), amount: decimal(amount), executedAt: time() })
const open = (...markets: string[]) => {
  hub.opened()
  for (const market of markets) {
    hub.subscribed(book(market))
    hub.subscribed(trades(market))
    snapshot(market, '10', '11')
  }
}
const state = (market: string) => hub.market(market)?.state

describe('holding a market', () => {
  it('subscribes once for all holders, and unsubscribes later', () => {
    const first = hub.hold('A')
    const second = hub.hold('A')
    hub.hold('B')
    expect(desired).toEqual([
      ['market_data A', 'execution_data A'],
      ['market_data A', 'execution_data A', 'market_data B', 'execution_data B']
    ])
    first()
    first()
    clock.advance(60_000)
    expect(hub.market('A')).toBeDefined()
    second()
    expect(hub.market('A')).toBeDefined()
    clock.advance(60_000)
    expect(hub.market('A')).toBeUndefined()
    expect(desired.at(-1)).toEqual(['market_data B', 'execution_data B'])
    expect(attached).toEqual(['+A', '+B', '-A'])
  })

  it('is kept if held again at once', () => {
    hub.hold('A')()
    const market = hub.market('A')
    hub.hold('A')
    clock.advance(60_000)
    expect(hub.market('A')).toBe(market)
  })

  it('retries a refused market', () => {
    const release = hub.hold('A')
    hub.opened()
    hub.refused(book('A'), 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    hub.refused(trades('A'), 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    release()
    desired = []
    hub.hold('A')
    expect(desired).toEqual([[], ['market_data A', 'execution_data A']])
    expect(state('A')).toBe('awaiting')
    hub.subscribed(book('A'))
    snapshot('A', '10', '11')
    expect(state('A')).toBe('live')
  })

  it('does not retry a refused market automatically', () => {
    hub.hold('A')
    hub.hold('B')
    hub.opened()
    hub.refused(book('A'), 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    hub.subscribed(book('B'))
    desired = []
    for (let second = 0; second < 300; second += 1) {
      clock.advance(1000)
      snapshot('B', '10', '11')
    }
    expect(desired).toEqual([])
    expect(state('A')).toBe('refused')
  })

  it('does not retry a refused market too often', () => {
    hub.hold('A')
    hub.opened()
    const refuse = () => hub.refused(book('A'), 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    refuse()
    desired = []
    for (let second = 0; second < 29; second += 1) {
      clock.advance(1000)
      hub.hold('A', true)()
    }
    expect(desired).toEqual([])
    clock.advance(1000)
    hub.hold('A', true)()
    expect(desired).toEqual([[], ['market_data A', 'execution_data A']])
    refuse()
    hub.hold('A', true)()
    expect(desired).toHaveLength(2)
  })

  it('counts messages of released markets', () => {
    const release = hub.hold('A')
    open('A')
    release()
    clock.advance(60_000)
    snapshot('A', '1', '2')
    expect(hub.counts.unheld).toBe(1)
  })

  it('leaves no timer and no listener', () => {
    hub.hold('A')
    hub.hold('B')()
    let calls = 0
    hub.onChange(() => calls++)
    hub.dispose()
    expect(clock.waiting).toBe(0)
    expect(attached).toEqual(['+A', '+B', '-A', '-B'])
    calls = 0
    hub.hold('C')
    hub.opened()
    expect(calls).toBe(0)
  })
})

describe('the market state', () => {
  it('is stale without any data, and live with the next frame', () => {
    hub.hold('A')
    hub.hold('B')
    open('A', 'B')
    expect([state('A'), state('B')]).toEqual(['live', 'live'])
    for (let passed = 0; passed < staleAfter - 1000; passed += 1000) clock.advance(1000)
    trade('A', '10')
    clock.advance(staleAfter - 500)
    expect([state('A'), state('B')]).toEqual(['live', 'live'])
    clock.advance(1000)
    expect([state('A'), state('B')]).toEqual(['stale', 'stale'])
    trade('A', '10')
    expect([state('A'), state('B')]).toEqual(['live', 'live'])
  })

  it('is reported once per change, with a new version', () => {
    const seen: [string, number][] = []
    hub.hold('A')
    open('A')
    hub.onChange(({ name, version }: LiveMarket) => seen.push([name, version]))
    const before = hub.market('A')!.version
    trade('A', '11')
    expect(seen).toEqual([['A', before + 1]])
    hub.lost()
    expect(seen).toHaveLength(2)
  })

  it.each([
    ['MARKET_HALTED', 'The service declined the book of A (MARKET_HALTED).'],
    ['UNSPECIFIED', 'The service declined the book of A and gave no reason.']
  ])('shows a decline with %s, and is live afterwards', (code, reason) => {
    hub.hold('A')
    hub.opened()
    hub.declined(book('A'), code)
    clock.advance(120_000)
    expect(hub.market('A')).toMatchObject({ state: 'refused', reason })
    hub.subscribed(book('A'))
    expect(hub.market('A')).toMatchObject({ state: 'awaiting', reason: null })
    snapshot('A', '1', '2')
    expect(state('A')).toBe('live')
  })

  it('explains an unknown market', () => {
    hub.hold('X')
    hub.opened()
    hub.refused(book('X'), 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    expect(hub.market('X')).toMatchObject({ state: 'refused', reason: 'The service has no market X.' })
  })
})

describe('trades in the hub', () => {
  it('may be refused while the book is live', () => {
    hub.hold('A')
    open('A')
    hub.refused(trades('A'), 'UNKNOWN_CHANNEL')
    expect(hub.market('A')).toMatchObject({
      state: 'live',
      reason: 'The service refused the trades of A (UNKNOWN_CHANNEL).'
    })
    hub.subscribed(trades('A'))
    expect(hub.market('A')!.reason).toBeNull()
  })

  it('infer the aggressor from the book or the previous trade', () => {
    hub.hold('A')
    open('A')
    trade('A', '11')
    trade('A', '10')
    hub.lost()
    trade('A', '10.5')
    const { tape } = hub.market('A')!
    expect(
      [0, 1, 2]
        .map((arrival) => tape.tradeAt(arrival)!)
        .map(({ aggressor, basis }) => `${aggressor} by ${basis}`)
    ).toEqual(expect.arrayContaining(['buy by book-ask', 'sell by book-bid', 'buy by tick']))
  })

  it('are covered from the subscription to the last data', () => {
    hub.hold('A')
    open('A')
    const from = clock.wall()
    clock.advance(5000)
    trade('A', '11')
    const to = clock.wall()
    clock.advance(7000)
    hub.lost()
    expect(hub.market('A')!.candles.coverage.spans(clock.wall())).toEqual([{ from, to }])
  })

  it('are not covered during sleep', () => {
    hub.hold('A')
    open('A')
    const from = clock.wall()
    clock.advance(5000)
    trade('A', '11')
    const slept = clock.wall()
    // The monotonic clock may stop.
    clock.setForward(8 * 3_600_000)
    clock.advance(2000)
    trade('A', '12')
    const woke = clock.wall()
    clock.advance(1000)
    hub.lost()
    const [before, after, ...more] = hub.market('A')!.candles.coverage.spans(clock.wall())
    expect(more).toEqual([])
    expect(before!.from).toBe(from)
    expect(Math.abs(before!.to - slept)).toBeLessThanOrEqual(250)
    expect(Math.abs(after!.from - woke)).toBeLessThanOrEqual(2000)
  })

  it('are not covered during sleep if the wake-up comes first', () => {
    hub.hold('A')
    open('A')
    const from = clock.wall()
    clock.advance(5000)
    const slept = clock.wall()
    clock.setForward(8 * 3_600_000)
    hub.lost()
    const spans = hub.market('A')!.candles.coverage.spans(clock.wall())
    expect(spans).toHaveLength(1)
    expect(spans[0]!.from).toBe(from)
    expect(spans[0]!.to).toBeLessThanOrEqual(slept)
  })

  it('keep numbers of any length', () => {
    hub.hold('A')
    open('A')
    trade('A', '11.000000000000000001', '123456789012345678.5')
    const last = hub.market('A')!.tape.tradeAt(0)
    expect(last!.amount).toEqual(decimal('123456789012345678.5'))
    expect(last!.price).toEqual(decimal('11.000000000000000001'))
  })
})
