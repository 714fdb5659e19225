import { KeyframeWriter } from '#engine/recording/keyframes/keyframe-writer'
import type { ItemKind, LoggedItem } from '#engine/recording/log/lines'
import { LogWriter } from '#engine/recording/log/writer'
import { sealLog } from '#engine/recording/parquet/seal'
import { logTimeOf } from '#engine/recording/replay/log-time'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { formatTime } from '#shared/domain/base/time'
import type { FuzzRandom } from '../../../shared/wire/fuzz/random'

export const market = 'BTC/USD'
export const other = 'ETHUSD'
export const staleAfter = 10_000
export const began = BigInt(Date.UTC(2026, 0, 5, 9, 20)) * 1_000_000n
const second = 1_000_000_000n
const levelsOnSide = 12

/** In units of 10^-2 and 10^-4. */
type Level = readonly [price: number, amount: number]
type Side = 'bids' | 'asks'

/** A market with a mid that wanders, so that its books are plausible; they cross now and then. */
class Wandering {
  #mid = 6_400_000
  readonly #books: Readonly<Record<Side, Map<number, number>>> = { bids: new Map(), asks: new Map() }

  constructor(private readonly random: FuzzRandom) {}

  get price(): number {
    return this.#mid + this.random.below(9) - 4
  }

  snapshot(): Record<Side, Level[]> {
    const levels = (sign: number) =>
      Array.from({ length: levelsOnSide }, (_, index) => this.#level(sign * (1 + index * 900)))
    const [bids, asks] = [levels(-1), levels(1)]
    for (const [side, all] of Object.entries({ bids, asks })) {
      this.#books[side as Side].clear()
      for (const [price, amount] of all) this.#books[side as Side].set(price, amount)
    }
    return { bids, asks }
  }

  update(): Record<Side, Level[]> {
    this.#mid += this.random.below(2001) - 1000
    const crosses = this.random.chance(60)
    const changes: Record<Side, Level[]> = { bids: [], asks: [] }
    for (const [side, sign] of [
      ['bids', -1],
      ['asks', 1]
    ] as const) {
      const book = this.#books[side]
      for (const price of book.keys())
        if (!crosses && (price - this.#mid) * sign <= 0) changes[side].push([price, 0])
      changes[side].push(this.#level(sign * (1 + this.random.below(30_000))))
      if (book.size < 4) changes[side].push(this.#level(sign * (1 + this.random.below(5000))))
      for (const [price, amount] of changes[side])
        if (amount === 0) book.delete(price)
        else book.set(price, amount)
    }
    return changes
  }

  #level(apart: number): Level {
    return [this.#mid + apart, 1 + this.random.below(30_000)]
  }
}

const text = (units: number, scale: number) => (units / 10 ** scale).toFixed(scale)

/** Hours of a log with restarts, lost connections, gaps, silence and crossings. */
export function chaosLog(random: FuzzRandom, messages: number, from = began): LoggedItem[] {
  const items: LoggedItem[] = []
  let at = from
  let seq = 1
  const markets = new Map([market, other].map((name) => [name, new Wandering(random)]))
  const add = (kind: ItemKind, content: string) => {
    at += BigInt(random.below(100_000_000))
    items.push({ seq: seq++, ...logTimeOf(at), kind, content: Buffer.from(content) })
  }
  const event = (value: object) => add('e', JSON.stringify(value))
  const frame = (type: string, name: string, payload: object) =>
    add(
      'f',
      JSON.stringify({ channel: { type, params: { market: name } }, payload: { market: name, ...payload } })
    )
  const book = (name: string, type: 'SNAPSHOT' | 'UPDATE') => {
    const wandering = markets.get(name)!
    const { bids, asks } = type === 'SNAPSHOT' ? wandering.snapshot() : wandering.update()
    const levels = (all: readonly Level[]) =>
      all.map(([price, amount]) => ({ price: text(price, 2), amount: text(amount, 4) }))
    frame('market_data', name, { type, time: formatTime(at), bids: levels(bids), asks: levels(asks) })
  }
  const open = () => {
    event({ event: 'opened' })
    for (const name of markets.keys())
      for (const type of ['market_data', 'execution_data'])
        event({ event: 'subscribed', channel: { type, market: name } })
    for (const name of markets.keys()) book(name, 'SNAPSHOT')
  }
  const start = () => {
    event({ event: 'clock', epoch: Number(at / 1_000_000n) - 50, start: true })
    for (const name of markets.keys()) event({ event: 'held', market: name })
    open()
  }
  start()
  for (let count = 0; count < messages; count++) {
    at += BigInt(random.below(2_000_000_000))
    const name = random.chance(4) ? other : market
    if (random.chance(4)) {
      const amount = canonicalDecimal(text(1 + random.below(90_000), 4))!
      const price = canonicalDecimal(text(markets.get(name)!.price, 2))!
      frame('execution_data', name, { price, amount, executed_at: formatTime(at) })
    } else book(name, random.chance(40) ? 'SNAPSHOT' : 'UPDATE')
    if (random.chance(250)) at += BigInt(5 + random.below(20)) * second
    if (random.chance(400)) {
      event({ event: 'lost' })
      at += BigInt(1 + random.below(30)) * second
      open()
    }
    if (random.chance(500)) {
      at += BigInt(20 + random.below(200)) * second
      start()
    }
    if (random.chance(500)) {
      seq += 7
      at += BigInt(random.below(20)) * second
      add('g', '{"dropped":7}')
    }
  }
  return items
}

/** Writes a part of it as the recorder does, an hour in a segment, and seals what it wrote. */
export async function writeAndSeal(log: string, items: readonly LoggedItem[]): Promise<void> {
  await writeItems(log, items)
  await sealLog(log, { staleAfter: () => staleAfter, limits: { group: 700, pending: 2000 } })
}

/** With keyframes. `segmentLength` is in milliseconds. */
export async function writeItems(
  log: string,
  items: readonly LoggedItem[],
  segmentLength?: number
): Promise<void> {
  let wall = items[0]!.milliseconds
  const writer = await LogWriter.open(log, () => wall, Infinity, undefined, segmentLength)
  const follower = await KeyframeWriter.open(log, staleAfter)
  for (const [index, { seq, milliseconds, nanoseconds, kind, content }] of items.entries()) {
    wall = milliseconds
    // Half a nanosecond, because a double is not exact.
    writer.add(seq, { epoch: milliseconds, milliseconds: (nanoseconds + 0.5) / 1e6 }, kind, content)
    if (index % 250 === 0) await writer.write(false)
  }
  await writer.write(false)
  const follows = follower ?? (await KeyframeWriter.open(log, staleAfter))
  while (follows && !(await follows.follow(1000)));
  await follows?.finish()
  await follows?.dispose()
  await writer.close()
}
