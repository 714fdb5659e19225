import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseDecimal } from '#shared/domain/base/decimal'
import { Book, type SavedBook } from '#shared/domain/market/book/index'
import { costOf, type SizeUnit } from '#shared/domain/market/depth/index'
import { bookAt, keyframesIn, type KeyframeSample } from '../costs/keyframe-samples'
import { samplesFor, type FigureReading, type RowSamples } from './second-figures'
import { covers } from './spans'

/** Keyframes that are read for a day, evenly in time, and altogether. */
const slot = 900_000
const maxSamples = 1000
/** Books in memory for other sizes. */
const maxKept = 2000

/** The cost of a size at recorded keyframes. */
export class KeyframeCosts {
  #market = ''
  /** By keyframe; null if the market was not live, or crossed. */
  readonly #books = new Map<string, SavedBook | null>()

  /** Buying, then selling. */
  async read(
    log: string,
    wanted: { readonly market: string; readonly size: string; readonly unit: SizeUnit },
    { grid, time, signal, onRead, onShare }: FigureReading
  ): Promise<RowSamples> {
    if (wanted.market !== this.#market) this.#books.clear()
    this.#market = wanted.market
    const samples = samplesFor(grid, 2)
    const size = parseDecimal(wanted.size)!
    const [first, last] = [grid.pieces[0], grid.pieces.at(-1)]
    if (!first || !last) return samples
    const all = await keyframesIn(log, Number(first.from / 1_000_000n), Number(last.to / 1_000_000n))
    const live = all.filter(
      ({ exact }) => grid.rowAt(exact) >= 0 && covers(time.live, { from: exact, to: exact + 1n })
    )
    const chosen = evenly(live)
    for (const [number, sample] of chosen.entries()) {
      onShare(number / chosen.length)
      await nextTurn()
      signal.throwIfAborted()
      const saved = await this.#bookAt(sample, wanted.market)
      onRead(1)
      if (!saved) continue
      const book = new Book()
      book.restore(saved)
      const row = samples[grid.rowAt(sample.exact)]!
      for (const [index, side] of (['asks', 'bids'] as const).entries()) {
        const cost = costOf(book, side, size, wanted.unit)
        if (cost?.complete && cost.basisPoints) row[index]!.add(cost.basisPoints)
        else row[index]!.addMissing()
      }
    }
    return samples
  }

  async #bookAt(sample: KeyframeSample, market: string): Promise<SavedBook | null> {
    const key = `${sample.file} ${sample.located.facts.lastSeq}`
    const known = this.#books.get(key)
    if (known !== undefined) return known
    const book = await bookAt(sample, market)
    if (this.#books.size >= maxKept) this.#books.clear()
    this.#books.set(key, book)
    return book
  }
}

/** The first of each slot. */
function evenly(all: readonly KeyframeSample[]): readonly KeyframeSample[] {
  const span = (all.at(-1)?.at ?? 0) - (all[0]?.at ?? 0)
  const length = Math.max(slot, span / maxSamples)
  let last = -1
  return all.filter(({ at }) => {
    const index = Math.floor(at / length)
    if (index <= last) return false
    last = index
    return true
  })
}
