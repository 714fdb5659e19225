import { expect, test } from 'vitest'
import { ItemRows } from '#engine/recording/parquet/item-rows'
import { columnsOf } from '#engine/recording/parquet/tables'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import type { LoggedItem } from '#engine/recording/log/lines'
import { feedItems } from '../replay/feed-log'

const staleAfter = 3000
const slower = 6
/** In milliseconds. */
const pause = 8000
const pauseAfter = 1500
/** Less than the time from its beginning to that of the second one. */
const firstRun = 100_000
const scale = 10n ** 18n
type Level = readonly [price: bigint, amount: bigint]

/** Units of 18 decimals. */
function units(text: string): bigint {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.padEnd(18, '0'))
}

/** As if messages came more slowly, with a pause in the first run. */
const slow = (items: readonly LoggedItem[]): LoggedItem[] =>
  items.map((item) => {
    const { milliseconds: begun } = items[0]!
    const passed = (item.milliseconds - begun + item.nanoseconds / 1e6) * slower
    const isAfterPause = item.seq > pauseAfter && passed < firstRun
    const at = passed + (isAfterPause ? pause : 0)
    const whole = Math.floor(at)
    return { ...item, milliseconds: begun + whole, nanoseconds: Math.floor((at - whole) * 1e6) }
  })

/** A table's rows as the lines of the frames say, with exact fractions and without our books. */
class PlainBooks {
  readonly #books = new Map<string, Record<'bids' | 'asks', Map<string, bigint>>>()

  read(item: LoggedItem): void {
    if (item.kind !== 'f') return
    const { payload } = JSON.parse(item.content.toString()) as {
      payload: { market: string; type?: string } & Record<
        'bids' | 'asks',
        { price: string; amount: string }[]
      >
    }
    if (payload.type === undefined) return
    if (payload.type === 'SNAPSHOT') this.#books.set(payload.market, { bids: new Map(), asks: new Map() })
    for (const side of ['bids', 'asks'] as const)
      for (const { price, amount } of payload[side])
        this.#books.get(payload.market)![side].set(String(units(price)), units(amount))
  }

  rows(): Map<string, (bigint | null)[]> {
    return new Map(
      [...this.#books].map(([market, book]) => [market, rowOf(sorted(book.bids, -1), sorted(book.asks, 1))])
    )
  }
}

const sorted = (side: ReadonlyMap<string, bigint>, sign: number): Level[] =>
  [...side]
    .map(([price, amount]): Level => [BigInt(price), amount])
    .filter(([, amount]) => amount > 0n)
    .sort(([one], [other]) => (one < other ? -sign : sign))

function rowOf(bids: readonly Level[], asks: readonly Level[]): (bigint | null)[] {
  const twice = bids[0]![0] + asks[0]![0]
  const within = (levels: readonly Level[], points: number) =>
    levels
      .filter(([price]) => {
        const apart = 2n * price > twice ? 2n * price - twice : twice - 2n * price
        return apart * 10_000n <= twice * BigInt(points)
      })
      .reduce((sum, [, amount]) => sum + amount, 0n)
  return [
    ...[bids, asks].flatMap((side) => [1, 2, 5, 10, 25, 50, 100].map((points) => within(side, points))),
    ...[asks, bids].flatMap((side) =>
      [10_000n, 100_000n, 1_000_000n].map((cost) => slippage(side, cost, twice))
    )
  ]
}

/** In basis points, rounded to four decimals. */
function slippage(levels: readonly Level[], wanted: bigint, twice: bigint): bigint | null {
  // The size bought is `size` / `divisor`, in units of 18 decimals.
  let left = wanted * scale * scale
  let size = 0n
  for (const [price, amount] of levels) {
    if (price * amount < left) {
      left -= price * amount
      size += amount
      continue
    }
    const top = 2n * wanted * scale * scale * price
    const bottom = twice * (size * price + left)
    const apart = (top > bottom ? top - bottom : bottom - top) * 10_000n * 10_000n
    const points = (2n * apart + bottom) / (2n * bottom)
    return (top >= bottom === levels[0]![0] * 2n >= twice ? 1n : -1n) * points * (scale / 10_000n)
  }
  return null
}

test('each second has what rested near the mid and what amounts cost, as the frames say', () => {
  const items = slow(feedItems(4, 3000, 3000))
  const rows = new ItemRows({
    hub: new RecordedHub({ staleAfter: () => staleAfter }),
    series: [],
    last: null
  })
  const found = new Map<string, (bigint | null)[]>()
  const states: (readonly [market: string, received: bigint, state: string])[] = []
  rows.begin((table, market, [seq, received, ...cells]) => {
    if (table === 'states') states.push([market, received as bigint, cells[0] as string])
    if (table === 'depth_1s')
      found.set(`${market} ${String(received)} ${String(seq)}`, cells as (bigint | null)[])
  })
  for (const item of items) rows.apply(item)
  rows.dispose()
  const isLive = (market: string, at: bigint) =>
    states.findLast(([name, received]) => name === market && received <= at)?.[2] === 'live'
  const truth = new Map<string, (bigint | null)[]>()
  const books = new PlainBooks()
  let last: LoggedItem | null = null
  for (const item of items) {
    const seconds = ({ milliseconds }: LoggedItem) => Math.floor(milliseconds / 1000)
    for (let at = seconds(last ?? item) + 1; at <= seconds(item); at++) {
      const nanoseconds = BigInt(at) * 1_000_000_000n
      for (const [market, row] of books.rows())
        if (isLive(market, nanoseconds)) truth.set(`${market} ${nanoseconds} ${last!.seq}`, row)
    }
    books.read(item)
    last = item
  }
  expect(truth.size).toBeGreaterThan(20)
  expect(found.size).toBe(truth.size)
  for (const [key, row] of truth) expect(found.get(key), key).toEqual(row)
  expect(columnsOf('depth_1s').length).toBe(2 + [...truth.values()][0]!.length)
  const costs = [...truth.values()].flatMap((row) => row.slice(14))
  expect(costs.filter((cost) => cost === null).length).toBeGreaterThan(0)
  expect(costs.filter((cost) => cost !== null && cost > 0n).length).toBeGreaterThan(20)
})
