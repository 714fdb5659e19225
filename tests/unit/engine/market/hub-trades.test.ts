import { beforeEach, describe, expect, it } from 'vitest'
import { decimal, trades, HubDesk } from './hub-desk'

let desk: HubDesk
beforeEach(() => {
  desk = new HubDesk()
})

describe('trades in the hub', () => {
  it('may be refused while the book is live', () => {
    desk.hub.hold('A')
    desk.open('A')
    desk.hub.refused(trades('A'), 'UNKNOWN_CHANNEL')
    expect(desk.hub.market('A')).toMatchObject({
      state: 'live',
      reason: 'The service refused the trades of A (UNKNOWN_CHANNEL).'
    })
    desk.hub.subscribed(trades('A'))
    expect(desk.hub.market('A')!.reason).toBeNull()
  })

  it('infer the aggressor from the book or the previous trade', () => {
    desk.hub.hold('A')
    desk.open('A')
    desk.trade('A', '11')
    desk.trade('A', '10')
    desk.hub.lost()
    desk.trade('A', '10.5')
    const { tape } = desk.hub.market('A')!
    expect(
      [0, 1, 2]
        .map((arrival) => tape.tradeAt(arrival)!)
        .map(({ aggressor, basis }) => `${aggressor} by ${basis}`)
    ).toEqual(expect.arrayContaining(['buy by book-ask', 'sell by book-bid', 'buy by tick']))
  })

  it('are covered from the subscription to the last data', () => {
    desk.hub.hold('A')
    desk.open('A')
    const from = desk.clock.wall()
    desk.clock.advance(5000)
    desk.trade('A', '11')
    const to = desk.clock.wall()
    desk.clock.advance(7000)
    desk.hub.lost()
    expect(desk.hub.market('A')!.candles.coverage.spans(desk.clock.wall())).toEqual([{ from, to }])
  })

  it('are not covered during sleep', () => {
    desk.hub.hold('A')
    desk.open('A')
    const from = desk.clock.wall()
    desk.clock.advance(5000)
    desk.trade('A', '11')
    const slept = desk.clock.wall()
    // The monotonic clock may stop.
    desk.clock.setForward(8 * 3_600_000)
    desk.clock.advance(2000)
    desk.trade('A', '12')
    const woke = desk.clock.wall()
    desk.clock.advance(1000)
    desk.hub.lost()
    const [before, after, ...more] = desk.hub.market('A')!.candles.coverage.spans(desk.clock.wall())
    expect(more).toEqual([])
    expect(before!.from).toBe(from)
    expect(Math.abs(before!.to - slept)).toBeLessThanOrEqual(250)
    expect(Math.abs(after!.from - woke)).toBeLessThanOrEqual(2000)
  })

  it('are not covered during sleep if the wake-up comes first', () => {
    desk.hub.hold('A')
    desk.open('A')
    const from = desk.clock.wall()
    desk.clock.advance(5000)
    const slept = desk.clock.wall()
    desk.clock.setForward(8 * 3_600_000)
    desk.hub.lost()
    const spans = desk.hub.market('A')!.candles.coverage.spans(desk.clock.wall())
    expect(spans).toHaveLength(1)
    expect(spans[0]!.from).toBe(from)
    expect(spans[0]!.to).toBeLessThanOrEqual(slept)
  })

  it('keep numbers of any length', () => {
    desk.hub.hold('A')
    desk.open('A')
    desk.trade('A', '11.000000000000000001', '123456789012345678.5')
    const last = desk.hub.market('A')!.tape.tradeAt(0)
    expect(last!.amount).toEqual(decimal('123456789012345678.5'))
    expect(last!.price).toEqual(decimal('11.000000000000000001'))
  })
})
