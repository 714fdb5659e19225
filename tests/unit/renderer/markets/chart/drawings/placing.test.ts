import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChartCandles } from '#renderer/lib/markets/candles'
import { slotOf, startOf } from '#renderer/panels/chart/drawings/axis'
import { measured } from '#renderer/panels/chart/drawings/measure'
import { measureText } from '#renderer/panels/chart/drawings/measure-text'
import { movedAnchor } from '#renderer/panels/chart/drawings/move'
import { snapped } from '#renderer/panels/chart/drawings/snap'
import { Slots } from '#renderer/panels/chart/slots'
import { chartOf, newsOf, type Trade } from '../news'

const trade = (second: number, price = 100_00, amount = 1000): Trade => ({
  second,
  price,
  amount,
  side: 'buy'
})
function slotsOf(candles: ChartCandles): Slots {
  const slots = new Slots()
  slots.follow(candles, null)
  return slots
}
/** Not so far apart that quiet times are folded. */
const some = fc.uniqueArray(fc.integer({ min: 100_000, max: 100_200 }), { minLength: 1, maxLength: 60 })
const interval = fc.constantFrom('1s', '5s', '15s', '1m' as const)

describe('times on the axis', () => {
  it('are found again from each slot, also outside of the loaded ones', () => {
    fc.assert(
      fc.property(some, interval, fc.integer({ min: -500, max: 1500 }), (seconds, length, slot) => {
        const slots = slotsOf(
          chartOf(
            seconds.map((second) => trade(second)),
            length
          )
        )
        expect(slotOf(slots, startOf(slots, slot)!)).toBe(slot)
        // And any time within it.
        expect(slotOf(slots, startOf(slots, slot)! + slots.seconds * 1000 - 1)).toBe(slot)
      })
    )
  })

  it('are in the candle that contains them at every interval', () => {
    fc.assert(
      fc.property(
        some,
        interval,
        fc.integer({ min: 99_000_000, max: 102_000_000 }),
        (seconds, length, at) => {
          const slots = slotsOf(
            chartOf(
              seconds.map((second) => trade(second)),
              length
            )
          )
          const start = startOf(slots, slotOf(slots, at)!)!
          expect(at - start).toBeGreaterThanOrEqual(0)
          expect(at - start).toBeLessThan(slots.seconds * 1000)
        }
      )
    )
  })

  it('do not shift while older and newer candles come', () => {
    const candles = new ChartCandles(2000, '1s')
    candles.apply(newsOf([trade(5000), trade(5010)], '1s'))
    const slots = slotsOf(candles)
    const before = slotOf(slots, 4_900_000)!
    const known = slotOf(slots, 5_005_000)!
    candles.prepend(
      { candles: newsOf([trade(4850), trade(5000)], '1s', { fresh: false }), from: 4850, begins: true },
      5001
    )
    candles.apply(newsOf([trade(5020)], '1s', { fresh: false }))
    slots.follow(candles, null)
    expect(slotOf(slots, 5_005_000)! - slotOf(slots, 4_900_000)!).toBe(known - before)
    expect(startOf(slots, slotOf(slots, 4_900_000)!)).toBe(4_900_000)
  })
})

describe('moving', () => {
  it('is exact, and undone by the opposite', () => {
    const price = fc.stringMatching(/^[1-9]\d{0,20}(\.\d{1,12})?$/)
    const by = fc.record({ slots: fc.integer({ min: -50, max: 50 }), steps: fc.integer({ min: 1, max: 9 }) })
    const slots = slotsOf(chartOf([trade(100_000), trade(100_100)], '1s'))
    fc.assert(
      fc.property(price, by, fc.integer({ min: 2, max: 12 }), (text, { slots: aside, steps }, scale) => {
        const anchor = { at: 100_050_000, price: text }
        const moved = movedAnchor(anchor, slots, { slots: aside, steps, scale })!
        expect(moved.at).toBe(anchor.at + aside * 1000)
        const digits = (plain: string) => {
          const [whole, fraction = ''] = plain.split('.')
          return BigInt(whole! + fraction.padEnd(12, '0'))
        }
        expect(digits(moved.price) - digits(text)).toBe(BigInt(steps) * 10n ** BigInt(12 - scale))
        const back = movedAnchor(moved, slots, { slots: -aside, steps: -steps, scale })!
        expect(digits(back.price)).toBe(digits(text))
        expect(back.at).toBe(anchor.at)
      })
    )
  })

  it('refuses prices of zero and below', () => {
    const slots = slotsOf(chartOf([trade(100_000)], '1s'))
    expect(movedAnchor({ at: 0, price: '0.02' }, slots, { slots: 0, steps: -2, scale: 2 })).toBeNull()
  })

  it('snaps to the nearest price of the candle', () => {
    const prices = [100_00, 104_00, 97_00, 101_00]
    const slots = slotsOf(
      chartOf(
        prices.map((price, index) => trade(60 + index, price)),
        '1m'
      )
    )
    const y = (price: string) => 200 - Number(price)
    for (const [at, nearest] of [
      [99.2, '101.00'],
      [100.3, '100.00'],
      [1000, '97.00'],
      [0, '104.00']
    ] as const)
      expect(snapped(slots, 0, at, y)).toBe(nearest)
    expect(snapped(slots, 7, 0, y)).toBeNull()
  })
})

describe('measuring', () => {
  const at = (second: number, price: string) => ({ at: second * 1000, price })

  it('sums the candles after the first, up to the last', () => {
    const amount = fc.integer({ min: 1, max: 9_999_999 })
    const trades = fc.uniqueArray(fc.record({ second: fc.integer({ min: 1000, max: 1200 }), amount }), {
      selector: ({ second }) => second,
      minLength: 2,
      maxLength: 80
    })
    fc.assert(
      fc.property(
        trades,
        fc.integer({ min: 1000, max: 1200 }),
        fc.integer({ min: 1000, max: 1300 }),
        (all, one, other) => {
          const slots = slotsOf(
            chartOf(
              all.map((each) => trade(each.second, 100_00, each.amount)),
              '1s'
            )
          )
          const [from, to] = [Math.min(one, other), Math.max(one, other)]
          const oldest = Math.min(...all.map(({ second }) => second))
          const sum = all.reduce(
            (total, each) => total + (each.second > from && each.second <= to ? each.amount : 0),
            0
          )
          const figures = measured(slots, at(one, '100'), at(other, '250.5'))!
          expect(Math.round(Number(figures.volume) * 1000)).toBe(sum)
          expect(figures).toMatchObject({
            bars: other - one,
            milliseconds: (other - one) * 1000,
            change: '150.5',
            percent: '150.500',
            basisPoints: '15050.0',
            complete: from >= oldest - 1
          })
        }
      )
    )
  })

  it('says where the volume is incomplete', () => {
    const candles = chartOf([trade(1000), trade(1100)], '1s', {
      watched: [0, 1_050_000, 1_060_000, Infinity]
    })
    const slots = slotsOf(candles)
    expect(measured(slots, at(1000, '1'), at(1049, '1'))!.complete).toBe(true)
    expect(measured(slots, at(1000, '1'), at(1055, '1'))!.complete).toBe(false)
    expect(measured(slots, at(1060, '1'), at(1100, '1'))!.complete).toBe(true)
    // A long quiet time is folded; one second of it was not recorded.
    const folded = chartOf([trade(1000), trade(3000)], '1s', { watched: [0, 2_000_000, 2_001_000, Infinity] })
    const figures = measured(slotsOf(folded), at(1000, '1'), at(3000, '1'))!
    expect(figures).toMatchObject({ complete: false, bars: 2000 })
  })

  it('is written with units', () => {
    const figures = {
      ...{ change: '47.18', percent: '0.074', basisPoints: '7.4', bars: 24 },
      ...{ milliseconds: 120_000, volume: '78.04', complete: true }
    }
    expect(measureText(figures, 'BTCUSD', '1,234.56')).toEqual({
      change: '+47.18 USD',
      moves: '+0.074%, +7.4 bp',
      bars: '24 bars',
      time: '2 min 00 s',
      volumeTitle: 'Volume',
      volume: '78.04 BTC'
    })
    expect(measureText({ ...figures, bars: -1, complete: false }, 'BTCUSD', '1,234.56')).toMatchObject({
      bars: '-1 bar',
      volumeTitle: 'Volume incomplete'
    })
  })
})
