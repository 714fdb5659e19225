import { rm } from 'node:fs/promises'
import * as v from 'valibot'
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
import type { Clock } from '../../base/clock'
import { readPlainFile, writeAtomically } from '../../base/files'
import { agedTo, type LastFigures, type LastNews } from './last-figures'

const maxBytes = 8 * 1024 * 1024
const maxScale = 40
const pause = 5 * 60_000

const schema = v.object({
  version: v.literal(1),
  source: v.string(),
  at: v.number(),
  keys: v.array(v.string()),
  /** The cells of a market frame as 64-bit floats, little-endian, in base64. */
  numbers: v.string(),
  texts: v.array(v.string()),
  exact: v.array(v.tuple([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,100}(\.\d{1,100})?$/))]))
})
type Content = v.InferOutput<typeof schema>

interface LastFiguresPorts {
  readonly file: string
  readonly clock: Clock
  /** Copies what the windows show. */
  readonly keep: () => void
  readonly onFailure: (problem: unknown) => void
}

/** Written at exit, and now and then for the case of a crash. */
export class LastFiguresFile implements Disposable {
  #cancel: () => void

  constructor(
    private readonly figures: LastFigures,
    private readonly ports: LastFiguresPorts
  ) {
    this.#cancel = this.#later()
  }

  /** A file that is missing or damaged is the same as an empty one, because the stream sends everything again. */
  async read(source: string): Promise<void> {
    const bytes = await readPlainFile(this.ports.file, maxBytes).catch(() => null)
    if (!bytes) return
    try {
      const content = v.parse(schema, JSON.parse(bytes.toString()))
      if (content.source === source) this.figures.restore(source, entriesOf(content))
    } catch {
      // The next write replaces it.
    }
  }

  clear(): Promise<void> {
    this.figures.use(null)
    return rm(this.ports.file, { force: true })
  }

  dispose(): Promise<void> {
    this.#cancel()
    return this.#write()
  }

  #later(): () => void {
    return this.ports.clock.later(pause, () => {
      this.ports.keep()
      void this.#write()
      this.#cancel = this.#later()
    })
  }

  async #write(): Promise<void> {
    const { source, kept } = this.figures
    if (source === null || kept.size === 0) return
    const content = JSON.stringify(contentOf(source, kept))
    if (content.length <= maxBytes)
      await writeAtomically(this.ports.file, content).catch(this.ports.onFailure)
  }
}

function contentOf(source: string, kept: ReadonlyMap<string, LastNews>): Content {
  const at = Math.max(...[...kept.values()].map((one) => one.at))
  const { numbers, texts, exact } = packMarketFrame(
    [...kept.values()].map((one) => agedTo(at, one)),
    at
  )
  return {
    version: 1,
    source,
    at,
    keys: [...kept.keys()],
    numbers: Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64'),
    texts: [...(texts ?? [])],
    exact: [...(exact ?? [])]
  }
}

function entriesOf({ at, keys, numbers, texts, exact }: Content) {
  const bytes = Buffer.from(numbers, 'base64')
  const cells = new Float64Array(Math.floor(bytes.length / Float64Array.BYTES_PER_ELEMENT))
  Buffer.from(cells.buffer).set(bytes.subarray(0, cells.byteLength))
  // A wrong count is not followed.
  if (cells[0] !== keys.length) throw new Error('The number of entries differs from the number of keys.')
  const { news } = readMarketFrame({ numbers: cells, texts, exact: new Map(exact) })
  return keys.flatMap((key, index) => {
    const one = news[index]
    return one && isSound(one) ? [[key, { at, news: one }] as const] : []
  })
}

const isCount = (value: number) => Number.isInteger(value) && value >= 0
const isScale = (value: number) => isCount(value) && value <= maxScale
const isAge = (age: number | null) => age === null || (Number.isFinite(age) && age >= 0)
const isMove = (move: number) => move === 1 || move === 0 || move === -1

/** Of rows of whole units, or of decimals as text. */
const isTable = ({ values, exact }: Figures, width: number) =>
  values.length % width === 0 &&
  values.every((value, cell) => Number.isInteger(value) || exact?.has(cell) === true)

/** The file may have been edited, and a window must be able to draw what it gets. */
const isSound = ({ since, bookAge, tradeAge, book, trades, candles, statistics, heat }: MarketNews) =>
  Number.isFinite(since) &&
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
  [book.bids, book.asks, book.allBids, book.allAsks].every(isCount) &&
  book.values.length === bestWidth + (book.bids + book.asks) * levelWidth &&
  book.values.every(
    (value, cell) =>
      Number.isInteger(value) || book.exact?.has(cell) === true || (cell < bestWidth && Number.isNaN(value))
  )

const isTape = (trades: TradesNews) =>
  isScale(trades.priceScale) &&
  isScale(trades.amountScale) &&
  isCount(trades.skipped) &&
  isMove(trades.move) &&
  isTable(trades, tradeWidth)

const areCandles = (candles: CandlesNews) =>
  isScale(candles.priceScale) &&
  isScale(candles.amountScale) &&
  candles.fresh &&
  candles.interval !== undefined &&
  isTable(candles, candleWidth) &&
  [candles.watched, candles.steps].every(
    (times) => times === null || (times.length % 2 === 0 && times.every(Number.isFinite))
  )

const isStatistic = ({ scales, trades, move, from, to, since, values, exact }: StatisticsNews) =>
  scales.every(isScale) &&
  isCount(trades) &&
  isMove(move) &&
  [from, to, since ?? 0].every(Number.isFinite) &&
  values.every((value, cell) => Number.isInteger(value) || Number.isNaN(value) || exact?.has(cell) === true)
