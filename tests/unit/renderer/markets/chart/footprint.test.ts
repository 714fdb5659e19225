import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDecimal } from '#shared/domain/base/decimal'
import { PriceVolumes } from '#shared/domain/market/profile/price-volumes'
import { type TapeTrade } from '#renderer/lib/markets/trades'
import { exactCells, FootprintCells } from '#renderer/panels/chart/footprint/cells'
import { ProfileData } from '#renderer/panels/chart/profile/profile-data'

const step = 60
const scale = 12
/** Of a text, in units of the scale. */
function units(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

/** With different numbers of digits. */
const number = (max: number) =>
  fc
    .tuple(fc.nat(max), fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 3 }))
    .map(([whole, fraction, digits]) =>
      digits ? `${whole}.${String(fraction).slice(0, digits)}` : `${whole}`
    )

const trades = fc.array(fc.record({ seconds: fc.nat(5 * step), price: number(300), amount: number(50) }), {
  minLength: 1,
  maxLength: 80
})

it('adds up to the tape in each row and candle, whatever part was recorded', () => {
  fc.assert(
    fc.property(trades, fc.nat(80), fc.constantFrom(1n, 2n, 50n, 5000n), (all, recorded, height) => {
      const rows = all.map(({ seconds, price, amount }, number): TapeTrade => ({
        ...{ number, seconds, price, amount, size: Number(amount), nanoseconds: 0, ahead: 0 },
        ...{ aggressor: 'unknown', basis: 'none' }
      }))
      const number = Math.min(recorded, rows.length)
      const past = rows.slice(0, number)
      const data = new ProfileData(
        {
          ...{ from: 0, step, number, spans: new Float64Array(0), priceScale: scale, amountScale: scale },
          starts: Float64Array.from(past, ({ seconds }) => Math.floor(seconds / step) * step),
          prices: past.map(({ price }) => units(price)),
          amounts: past.map(({ amount }) => units(amount))
        },
        null
      )
      const cells = new FootprintCells()
      const rowHeight = { units: height * 10n ** BigInt(scale - 3), scale }
      // Before and after the live trades, so that nothing old is shown.
      for (const known of [past, rows]) {
        if (known === rows) expect(data.follow({ rows })).toBe(true)
        for (let start = 0; start <= 5 * step; start += step) {
          const volumes = data.part(start)
          const shown = volumes && cells.read(volumes, rowHeight)
          const right = new Map<bigint, bigint>()
          for (const { seconds, price, amount } of known) {
            if (seconds < start || seconds >= start + step || units(amount) === 0n) continue
            const row = (units(price) / rowHeight.units) * rowHeight.units
            right.set(row, (right.get(row) ?? 0n) + units(amount))
          }
          const found = new Map(
            (shown ? exactCells(shown) : []).map((cell) => [units(cell.price), units(cell.volume)])
          )
          expect(found).toEqual(new Map([...right].sort(([one], [other]) => (one < other ? 1 : -1))))
        }
      }
    })
  )
})

it('is binned again only after a change', () => {
  const volumes = new PriceVolumes()
  const [price, amount] = [parseDecimal('100.5')!, parseDecimal('0.1')!]
  volumes.add(price, amount)
  const cells = new FootprintCells()
  const height = { units: 50n, scale: 2 }
  const first = cells.read(volumes, height)
  expect(cells.read(volumes, height)).toBe(first)
  volumes.add(price, amount)
  expect(cells.read(volumes, height)!.total).toBe(2n)
  expect(cells.read(volumes, { ...height, units: 100n })!.height).toBe(100n)
})
