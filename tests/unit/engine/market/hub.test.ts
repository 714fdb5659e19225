import { beforeEach, describe, expect, it } from 'vitest'
import type { LiveMarket } from '#engine/market/types'
import { book, staleAfter, trades, HubDesk } from './hub-desk'

let desk: HubDesk
beforeEach(() => {
  desk = new HubDesk()
})

describe('holding a market', () => {
  it('subscribes once for all holders, and unsubscribes later', () => {
    const first = desk.hub.hold('A')
    const second = desk.hub.hold('A')
    desk.hub.hold('B')
    expect(desk.desired).toEqual([
      ['market_data A', 'execution_data A'],
      ['market_data A', 'execution_data A', 'market_data B', 'execution_data B']
    ])
    first()
    first()
    desk.clock.advance(60_000)
    expect(desk.hub.market('A')).toBeDefined()
    second()
    expect(desk.hub.market('A')).toBeDefined()
    desk.clock.advance(60_000)
    expect(desk.hub.market('A')).toBeUndefined()
    expect(desk.desired.at(-1)).toEqual(['market_data B', 'execution_data B'])
    expect(desk.attached).toEqual(['+A', '+B', '-A'])
  })

  it('is kept if held again at once', () => {
    desk.hub.hold('A')()
    const market = desk.hub.market('A')
    desk.hub.hold('A')
    desk.clock.advance(60_000)
    expect(desk.hub.market('A')).toBe(market)
  })

  it('retries a refused market', () => {
    const release = desk.hub.hold('A')
    desk.hub.opened()
    desk.hub.refused(book('A'), 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    desk.hub.refused(trades('A'), 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    release()
    desk.desired = []
    desk.hub.hold('A')
    expect(desk.desired).toEqual([[], ['market_data A', 'execution_data A']])
    expect(desk.state('A')).toBe('awaiting')
    desk.hub.subscribed(book('A'))
    desk.snapshot('A', '10', '11')
    expect(desk.state('A')).toBe('live')
  })

  it('does not retry a refused market automatically', () => {
    desk.hub.hold('A')
    desk.hub.hold('B')
    desk.hub.opened()
    desk.hub.refused(book('A'), 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    desk.hub.subscribed(book('B'))
    desk.desired = []
    for (let second = 0; second < 300; second += 1) {
      desk.clock.advance(1000)
      desk.snapshot('B', '10', '11')
    }
    expect(desk.desired).toEqual([])
    expect(desk.state('A')).toBe('refused')
  })

  it('does not retry a refused market too often', () => {
    desk.hub.hold('A')
    desk.hub.opened()
    const refuse = () => desk.hub.refused(book('A'), 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    refuse()
    desk.desired = []
    for (let second = 0; second < 29; second += 1) {
      desk.clock.advance(1000)
      desk.hub.hold('A', true)()
    }
    expect(desk.desired).toEqual([])
    desk.clock.advance(1000)
    desk.hub.hold('A', true)()
    expect(desk.desired).toEqual([[], ['market_data A', 'execution_data A']])
    refuse()
    desk.hub.hold('A', true)()
    expect(desk.desired).toHaveLength(2)
  })

  it('counts messages of released markets', () => {
    const release = desk.hub.hold('A')
    desk.open('A')
    release()
    desk.clock.advance(60_000)
    desk.snapshot('A', '1', '2')
    expect(desk.hub.counts.unheld).toBe(1)
  })

  it('leaves no timer and no listener', () => {
    desk.hub.hold('A')
    desk.hub.hold('B')()
    let calls = 0
    desk.hub.onChange(() => calls++)
    desk.hub.dispose()
    expect(desk.clock.waiting).toBe(0)
    expect(desk.attached).toEqual(['+A', '+B', '-A', '-B'])
    calls = 0
    desk.hub.hold('C')
    desk.hub.opened()
    expect(calls).toBe(0)
  })
})

describe('the market state', () => {
  it('is stale without any data, and live with the next frame', () => {
    desk.hub.hold('A')
    desk.hub.hold('B')
    desk.open('A', 'B')
    expect([desk.state('A'), desk.state('B')]).toEqual(['live', 'live'])
    for (let passed = 0; passed < staleAfter - 1000; passed += 1000) desk.clock.advance(1000)
    desk.trade('A', '10')
    desk.clock.advance(staleAfter - 500)
    expect([desk.state('A'), desk.state('B')]).toEqual(['live', 'live'])
    desk.clock.advance(1000)
    expect([desk.state('A'), desk.state('B')]).toEqual(['stale', 'stale'])
    desk.trade('A', '10')
    expect([desk.state('A'), desk.state('B')]).toEqual(['live', 'live'])
  })

  it('is reported once per change, with a new version', () => {
    const seen: [string, number][] = []
    desk.hub.hold('A')
    desk.open('A')
    desk.hub.onChange(({ name, version }: LiveMarket) => seen.push([name, version]))
    const before = desk.hub.market('A')!.version
    desk.trade('A', '11')
    expect(seen).toEqual([['A', before + 1]])
    desk.hub.lost()
    expect(seen).toHaveLength(2)
  })

  it.each([
    ['MARKET_HALTED', 'The service declined the book of A (MARKET_HALTED).'],
    ['UNSPECIFIED', 'The service declined the book of A and gave no reason.']
  ])('shows a decline with %s, and is live afterwards', (code, reason) => {
    desk.hub.hold('A')
    desk.hub.opened()
    desk.hub.declined(book('A'), code)
    desk.clock.advance(120_000)
    expect(desk.hub.market('A')).toMatchObject({ state: 'refused', reason })
    desk.hub.subscribed(book('A'))
    expect(desk.hub.market('A')).toMatchObject({ state: 'awaiting', reason: null })
    desk.snapshot('A', '1', '2')
    expect(desk.state('A')).toBe('live')
  })

  it('explains an unknown market', () => {
    desk.hub.hold('X')
    desk.hub.opened()
    desk.hub.refused(book('X'), 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    expect(desk.hub.market('X')).toMatchObject({ state: 'refused', reason: 'The service has no market X.' })
  })
})
