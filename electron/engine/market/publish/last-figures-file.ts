import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import type { Profile } from '#shared/contract/connection/connections'
import { maxCandles, maxLevels, maxTrades } from '#shared/contract/market/markets'
import { packMarketFrame, readMarketFrame } from '#shared/contract/market/market-frame'
import {
  bestWidth,
  candleWidth,
  levelWidth,
  tradeWidth,
  type BookNews,
  type CandlesNews,
  type Figures,
  type MarketNews,
  type StatisticsNews,
  type TradesNews
} from '#shared/contract/market/market-news'
import type { Disposable } from '#shared/domain/base/emitter'
import { parseJson } from '#shared/wire/parse-json'
import type { Clock } from '../../base/clock'
import { readPlainFile, writeAtomically } from '../../base/files'
import { agedTo, maxKept, type LastNews } from './last-figures'
import type { Publisher } from './publisher'

const maxBytes = 8 * 1024 * 1024
const maxScale = 40
const writeInterval = 5 * 60_000

const schema = v.object({
  version: v.literal(1),
  source: v.string(),
  at: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
  keys: v.pipe(v.array(v.string()), v.maxLength(maxKept)),
  /** The cells of a market frame as 64-bit floats, little-endian, in base64. */
  numbers: v.string(),
  texts: v.pipe(v.array(v.string()), v.maxLength(maxKept)),
  exact: v.array(v.tuple([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,100}(\.\d{1,100})?$/))]))
})
type Content = v.InferOutput<typeof schema>

/** Identifies the service of a connection. The local sandbox has another address in each run. */
export const sourceOf = ({ id, streamAddress }: Pick<Profile, 'id' | 'streamAddress'>): string =>
  `${id} ${streamAddress}`

interface LastFiguresPorts {
  readonly file: string
  readonly clock: Clock
  readonly publisher: Pick<Publisher, 'last' | 'keepLast' | 'clearLast'>
  readonly onFailure: (problem: unknown) => void
}

/** Written at exit, and every few minutes for the case of a crash. */
export class LastFiguresFile implements Disposable {
  #cancel: () => void
  #writing: Promise<void> = Promise.resolve()
  #written = 0

  constructor(private readonly ports: LastFiguresPorts) {
    this.#cancel = this.#later()
  }

  /** A file that is missing or damaged is the same as an empty one, because the stream sends everything again. */
  async read(): Promise<void> {
    const { last } = this.ports.publisher
    const content = await this.#content()
    if (!content || content.source !== last.source) return
    try {
      last.restore(entriesOf(content))
    } catch {
      // The next write replaces it.
    }
  }

  async clear(): Promise<void> {
    this.ports.publisher.clearLast()
    this.#written = this.ports.publisher.last.changes
    await this.#writing
    await rm(this.ports.file, { force: true })
  }

  /** Deletes what was shown of a deleted connection. */
  async remove(profileId: string): Promise<void> {
    const isOf = (source: string | null | undefined) => source?.startsWith(`${profileId} `) === true
    if (isOf(this.ports.publisher.last.source)) return this.clear()
    await this.#writing
    if (isOf((await this.#content())?.source)) await rm(this.ports.file, { force: true })
  }

  async dispose(): Promise<void> {
    this.#cancel()
    await this.#write()
  }

  async #content(): Promise<Content | null> {
    try {
      const bytes = await readPlainFile(this.ports.file, maxBytes)
      return v.parse(schema, parseJson(bytes.toString(), { values: maxBytes, depth: 4, strict: true }))
    } catch {
      return null
    }
  }

  #later(): () => void {
    return this.ports.clock.later(writeInterval, () => {
      this.ports.publisher.keepLast()
      void this.#write()
      this.#cancel = this.#later()
    })
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeNow()).catch(this.ports.onFailure)
    return this.#writing
  }

  async #writeNow(): Promise<void> {
    const { source, kept, changes } = this.ports.publisher.last
    if (source === null || kept.size === 0 || changes === this.#written) return
    await writeAtomically(this.ports.file, JSON.stringify(contentOf(source, kept)))
    this.#written = changes
  }
}

/** The most recent items that fit. */
function contentOf(source: string, kept: ReadonlyMap<string, LastNews>): Content {
  const at = Math.max(...[...kept.values()].map((one) => one.at))
  const chosen: (readonly [string, MarketNews])[] = []
  let room = maxBytes / 2
  for (const [key, one] of [...kept].toReversed()) {
    room -= key.length + packMarketFrame([one.news], at).numbers.byteLength
    if (room >= 0) chosen.unshift([key, agedTo(at, one)])
  }
  const { numbers, texts, exact } = packMarketFrame(
    chosen.map(([, news]) => news),
    at
  )
  return {
    version: 1,
    source,
    at,
    keys: chosen.map(([key]) => key),
    numbers: Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64'),
    texts: [...(texts ?? [])],
    exact: [...(exact ?? [])]
  }
}

function entriesOf({ at, keys, numbers, texts, exact }: Content) {
  const bytes = Buffer.from(numbers, 'base64')
  const cells = new Float64Array(Math.floor(bytes.length / Float64Array.BYTES_PER_ELEMENT))
  Buffer.from(cells.buffer).set(bytes.subarray(0, cells.byteLength))
  // The count limits the reader's loop.
  if (cells[0] !== keys.length) throw new Error('The number of entries differs from the number of keys.')
  const { news } = readMarketFrame({ numbers: cells, texts, exact: new Map(exact) })
  return keys.flatMap((key, index) => {
    const one = news[index]
    return one && isSound(one) ? [[key, { at, news: one }] as const] : []
  })
}

const isCount = (value: number, max = Number.MAX_SAFE_INTEGER) =>
  Number.isSafeInteger(value) && value >= 0 && value <= max
const isScale = (value: number) => isCount(value, maxScale)
const isAge = (age: number | null) => age === null || (age >= 0 && age <= maxTime)
const isMove = (move: number) => move === 1 || move === 0 || move === -1
/** In milliseconds since the epoch. */
const maxTime = 8.64e15
const isTime = (time: number) => time >= 0 && time <= maxTime
const isSecond = (time: number) => isCount(time, maxTime / 1000)

/** Whole units, or a decimal as text. */
const isDecimal = ({ values, exact }: Figures, cell: number) => {
  const value = values[cell]!
  return Number.isSafeInteger(value) || (exact?.has(cell) === true && Number.isFinite(value))
}
const isEmptyOrDecimal = (figures: Figures, cell: number) =>
  Number.isNaN(figures.values[cell]) || isDecimal(figures, cell)

/** Rows of cells, each of which is right at its place in the row. */
const isTable = (
  figures: Figures,
  width: number,
  maxRows: number,
  isRight: (value: number, column: number, cell: number) => boolean
) =>
  figures.values.length % width === 0 &&
  figures.values.length / width <= maxRows &&
  figures.values.every((value, cell) => isRight(value, cell % width, cell))

/** The file may have been edited, and a window must be able to draw what it gets. */
const isSound = ({
  version,
  since,
  bookAge,
  tradeAge,
  book,
  trades,
  candles,
  statistics,
  heat
}: MarketNews) =>
  isCount(version) &&
  isTime(since) &&
  isAge(bookAge) &&
  isAge(tradeAge) &&
  heat === null &&
  (book === null || isBook(book)) &&
  (trades === null || isTape(trades)) &&
  (candles === null || areCandles(candles)) &&
  (statistics === null || [statistics.lastDay, statistics.session].every(isStatistic))

const isBook = (book: BookNews) =>
  isScale(book.priceScale) &&
  isScale(book.amountScale) &&
  isCount(book.tick) &&
  book.tick > 0 &&
  isCount(book.allBids) &&
  isCount(book.allAsks) &&
  isCount(book.bids, maxLevels) &&
  isCount(book.asks, maxLevels) &&
  book.values.length === bestWidth + (book.bids + book.asks) * levelWidth &&
  book.values.every((_, cell) => (cell < bestWidth ? isEmptyOrDecimal(book, cell) : isDecimal(book, cell)))

const isTape = (trades: TradesNews) =>
  isScale(trades.priceScale) &&
  isScale(trades.amountScale) &&
  isCount(trades.skipped) &&
  isMove(trades.move) &&
  isTable(trades, tradeWidth, maxTrades, (value, column, cell) => {
    if (column === 1 || column === 2) return isDecimal(trades, cell)
    return column === 3 ? isSecond(value) : isCount(value)
  })

const areCandles = (candles: CandlesNews) =>
  isScale(candles.priceScale) &&
  isScale(candles.amountScale) &&
  candles.fresh &&
  candles.interval !== undefined &&
  isTable(candles, candleWidth, maxCandles, (value, column, cell) => {
    if (column === 0) return isSecond(value)
    return column === 8 || column === 10 ? isCount(value) : isDecimal(candles, cell)
  }) &&
  [candles.watched, candles.steps].every(
    (times) => times === null || (times.length % 2 === 0 && times.every(isTime))
  )

const isStatistic = (statistic: StatisticsNews) =>
  statistic.scales.every(isScale) &&
  isCount(statistic.trades) &&
  isMove(statistic.move) &&
  [statistic.from, statistic.to, statistic.since ?? 0].every(isTime) &&
  statistic.values.every((_, cell) => isEmptyOrDecimal(statistic, cell))
