import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PastCost } from '#shared/contract/recording/catalog'
import { formatDecimal, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { Book, type SavedBook } from '#shared/domain/market/book/index'
import { costOf, type SizeUnit } from '#shared/domain/market/depth/index'
import { keyframesOf } from '../keyframes/files'
import { readKeyframe } from '../keyframes/keyframe'
import { membersOf, withMembers } from '../keyframes/members'
import type { Located } from '../log/segment'
import { listSegments, segmentTime } from '../log/segments'
import { logTimeOf } from '../replay/log-time'
import { RecordedHub } from '../replay/recorded-hub'

export interface WantedCosts {
  readonly market: string
  /** A decimal above zero as text. */
  readonly size: string
  readonly unit: SizeUnit
  /** In milliseconds since the epoch. */
  readonly from: number
  readonly to: number
}

/** Milliseconds between two samples: the first of these with which there are not too many. */
const slots = [10_000, 60_000, 300_000]
const maxSamples = 300

export interface KeyframeSample {
  /** In milliseconds since the epoch, and in nanoseconds. */
  readonly at: number
  readonly exact: bigint
  readonly file: string
  readonly located: Located
}

/** The cost of a size at recorded keyframes, evenly in time. The books stay in memory for other sizes. */
export class PastCosts {
  #market = ''
  /** By keyframe; null if the market was not live. */
  readonly #books = new Map<string, SavedBook | null>()

  async read(log: string, wanted: WantedCosts, signal: AbortSignal): Promise<readonly PastCost[]> {
    if (wanted.market !== this.#market) this.#books.clear()
    this.#market = wanted.market
    const costs: PastCost[] = []
    const seen = new Set<string>()
    for (const sample of await samplesOf(log, wanted)) {
      signal.throwIfAborted()
      const key = `${sample.file} ${sample.located.facts.lastSeq}`
      seen.add(key)
      if (!this.#books.has(key)) this.#books.set(key, await bookAt(sample, wanted.market))
      const saved = this.#books.get(key)
      if (saved) costs.push(costsIn(saved, sample.at, wanted))
      await nextTurn()
    }
    for (const key of this.#books.keys()) if (!seen.has(key)) this.#books.delete(key)
    return costs
  }
}

/** The keyframes between two times in milliseconds since the epoch. */
export async function keyframesIn(log: string, from: number, to: number): Promise<KeyframeSample[]> {
  const segments = await listSegments(log)
  const all: KeyframeSample[] = []
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1]
    if (segmentTime(segment) > to || (next !== undefined && segmentTime(next) < from)) continue
    const file = keyframesOf(segment)
    for (const located of await membersOf(file)) {
      const exact = located.facts.to
      const at = logTimeOf(exact).milliseconds
      if (at >= from && at <= to) all.push({ at, exact, file, located })
    }
  }
  return all
}

/** The first keyframe of each slot. Slots are the same in a later reading, which finds most books in memory. */
async function samplesOf(log: string, { from, to }: WantedCosts): Promise<readonly KeyframeSample[]> {
  const all = await keyframesIn(log, from, to)
  const span = (all.at(-1)?.at ?? 0) - (all[0]?.at ?? 0)
  const slot = slots.find((each) => span / each < maxSamples) ?? span / maxSamples
  let last = -1
  // The clock may have been set back.
  return all.filter(({ at }) => {
    const index = Math.floor(at / slot)
    if (index <= last) return false
    last = index
    return true
  })
}

export async function bookAt({ file, located }: KeyframeSample, market: string): Promise<SavedBook | null> {
  const keyframe = await withMembers(file, (keyframes) => readKeyframe(keyframes, located))
  if (!keyframe) return null
  const hub = new RecordedHub({ staleAfter: () => 0 })
  try {
    hub.restore(keyframe.state)
    const found = hub.market(market)
    return found?.state === 'live' && !found.book.crossed() ? found.book.save() : null
  } finally {
    hub.dispose()
  }
}

function costsIn(saved: SavedBook, at: number, { size, unit }: WantedCosts): PastCost {
  const book = new Book()
  book.restore(saved)
  const wanted = parseDecimal(size)!
  const side = (name: 'asks' | 'bids') => {
    const cost = costOf(book, name, wanted, unit)
    return cost?.complete ? basisPoints(cost.basisPoints) : null
  }
  return { at, buy: side('asks'), sell: side('bids') }
}

const basisPoints = (value: Decimal | null) => value && Number(formatDecimal(value))
