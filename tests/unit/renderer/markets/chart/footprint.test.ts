import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDecimal } from '#shared/domain/base/decimal'
import { SidedVolumes } from '#shared/domain/market/profile/sided-volumes'
import { unknownConfidence } from '#shared/domain/market/tape/aggressor'
import { type TapeTrade } from '#renderer/lib/markets/trades'
import { exactCells, FootprintCells } from '#renderer/panels/chart/footprint/cells'
import { confidenceOf, isUncertain } from '#renderer/panels/chart/footprint/sides'
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

const trades = fc.array(
  fc.record({
    seconds: fc.nat(5 * step),
    price: number(300),
    amount: number(50),
    aggressor: fc.constantFrom('buy', 'sell', 'unknown'),
    confidence: fc.oneof(fc.nat(100), fc.constant(unknownConfidence))
  }),
  { minLength: 1, maxLength: 80 }
)

interface Sums {
  readonly [name: string]: bigint
}

/** From scratch. */
function sumsOf(all: readonly TapeTrade[]): Sums {
  const volume = (some: readonly TapeTrade[]) => some.reduce((sum, { amount }) => sum + units(amount), 0n)
  const of = (side: TapeTrade['aggressor']) => all.filter(({ aggressor }) => aggressor === side)
  const rated = [...of('buy'), ...of('sell')].filter(
    ({ amount, confidence }) => units(amount) > 0n && confidence !== unknownConfidence
  )
  return {
    total: volume(all),
    buys: volume(of('buy')),
    sells: volume(of('sell')),
    unknown: volume(of('unknown')),
    rated: BigInt(rated.length),
    confidence: rated.reduce((sum, { confidence }) => sum + BigInt(confidence), 0n)
  }
}

it('adds up to the tape in each row and candle, by side too, whatever part was recorded', () => {
  fc.assert(
    fc.property(
      trades,
      fc.nat(80),
      fc.constantFrom(1n, 2n, 50n, 5000n),
      fc.boolean(),
      (all, recorded, height, withSides) => {
        const rows = all.map((trade, number): TapeTrade => ({
          ...trade,
          ...{ number, size: Number(trade.amount), nanoseconds: 0, ahead: 0, basis: 'none' }
        }))
        const number = Math.min(recorded, rows.length)
        const past = rows.slice(0, number)
        const sums = past.map((trade) => sumsOf([trade]))
        const column = (name: string) => sums.map((sum) => sum[name]!)
        const sides = {
          ...{ buys: column('buys'), sells: column('sells') },
          ...{ rated: column('rated'), confidence: column('confidence') }
        }
        const data = new ProfileData(
          {
            ...{ from: 0, step, number, spans: new Float64Array(0), priceScale: scale, amountScale: scale },
            starts: Float64Array.from(past, ({ seconds }) => Math.floor(seconds / step) * step),
            prices: past.map(({ price }) => units(price)),
            amounts: past.map(({ amount }) => units(amount)),
            sides: withSides ? sides : null
          },
          null
        )
        const cells = new FootprintCells()
        const rowHeight = { units: height * 10n ** BigInt(scale - 3), scale }
        // Before and after the live trades, so that nothing old is shown.
        for (const known of [past, rows]) {
          if (known === rows) expect(data.follow({ rows })).toBe(true)
          for (let start = 0; start <= 5 * step; start += step) {
            const part = data.part(start)
            const shown = part && cells.read(part, rowHeight)
            const own = known.filter(({ seconds }) => seconds >= start && seconds < start + step)
            const rowOf = ({ price }: TapeTrade) => units(price) / rowHeight.units
            const byRow = [...new Set(own.map(rowOf))]
              .map((row) => [row, own.filter((trade) => rowOf(trade) === row)] as const)
              .filter(([, some]) => sumsOf(some)['total'] !== 0n)
            const right = new Map(byRow.map(([row, some]) => [row * rowHeight.units, sumsOf(some)['total']]))
            const found = new Map(
              (shown ? exactCells(shown) : []).map((cell) => [units(cell.price), units(cell.volume)])
            )
            expect(found).toEqual(new Map([...right].sort(([one], [other]) => (one < other ? 1 : -1))))
            if (!withSides || !shown) {
              expect(shown?.sides ?? null).toBeNull()
              continue
            }
            const finer = 10n ** BigInt(scale - shown.amountScale)
            for (const [row, some] of byRow) {
              const { total, rated, confidence, ...volumes } = sumsOf(some)
              const cell = shown.sides!.cells.get(row)!
              const { buys, sells, unknown } = cell
              expect({ buys: buys * finer, sells: sells * finer, unknown: unknown * finer }).toEqual(volumes)
              expect((buys + sells + unknown) * finer).toBe(total)
              const mean = rated === 0n ? null : Number(confidence) / Number(rated)
              expect(confidenceOf(cell)).toBe(mean)
              expect(isUncertain(cell)).toBe(mean === null || mean < 80)
            }
            const { buys, sells, unknown } = shown.sides!.whole
            expect((buys + sells + unknown) * finer).toBe(sumsOf(own)['total'])
          }
        }
      }
    )
  )
})

it('is binned again only after a change', () => {
  const part = new SidedVolumes(false)
  const [price, amount] = [parseDecimal('100.5')!, parseDecimal('0.1')!]
  const trade = { price, amount, aggressor: 'buy', confidence: 90 } as const
  part.add(trade)
  const cells = new FootprintCells()
  const height = { units: 50n, scale: 2 }
  const first = cells.read(part, height)
  expect(cells.read(part, height)).toBe(first)
  part.add(trade)
  expect(cells.read(part, height)!.total).toBe(2n)
  expect(cells.read(part, { ...height, units: 100n })!.height).toBe(100n)
})
