import { keyframesOf, tradesOf } from '../keyframes/files'
import { tradeFiles, type TradePart, type TradeSource, type TradeText } from '../keyframes/trade-source'
import type { Located } from '../log/segment'
import type { RecordingIndex } from './recording-index'
import { tradesFromLog } from './trades-from-log'

/** Bytes of lines that are kept. */
const maxKept = 64 * 1024 * 1024
/** Bytes of the log for one of a file of trades. */
const logPerTrades = 16

interface Kept {
  readonly segment: string
  readonly part: TradePart
  /** Without lines where the markets are not known. */
  readonly texts: readonly TradeText[]
}

/** All trades of a log: from the files beside the segments, and from the log itself where those lack some. */
export class RecordedTrades implements TradeSource {
  /** The trades read from the log, least recently used first. */
  #kept: readonly Kept[] = []
  /** One after the other, so that no part is read from the log twice. */
  #turn: Promise<unknown> = Promise.resolve()
  /** Only what can be read without the log. */
  readonly #known: TradeSource = {
    partsOf: async (segment) =>
      (await this.partsOf(segment)).filter((part) => part.offset !== null || this.#find(segment, part)),
    read: (segment, parts, signal) =>
      this.#read(segment, parts, (part) => this.#find(segment, part)?.texts, signal)
  }

  constructor(private readonly index: RecordingIndex) {}

  async partsOf(segment: string): Promise<readonly TradePart[]> {
    const items = await this.index.itemsOf(segment)
    if (!items) return []
    const { members } = await this.index.indexOf(tradesOf(segment))
    const parts: TradePart[] = []
    let next = items.firstSeq
    // Items that are missing between two segments count as those of the later one.
    if ((members[0]?.facts.firstSeq ?? Infinity) > next)
      next = ((await this.index.lastBefore(segment)) ?? next - 1) + 1
    for (const member of members) {
      const { firstSeq, lastSeq } = member.facts
      // A file of another origin may have items twice.
      if (firstSeq < next && parts.length > 0) continue
      if (firstSeq > next) parts.push(...(await this.#missing(segment, next, firstSeq - 1)))
      parts.push(member)
      next = lastSeq + 1
    }
    if (next <= items.lastSeq) parts.push(...(await this.#missing(segment, next, items.lastSeq)))
    return parts
  }

  read(segment: string, parts: readonly TradePart[], signal?: AbortSignal): AsyncIterable<TradeText> {
    return this.#read(segment, parts, (part) => this.#readLog(segment, part, signal), signal)
  }

  async *#read(
    segment: string,
    parts: readonly TradePart[],
    instead: (part: TradePart) => Promise<readonly TradeText[]> | readonly TradeText[] | undefined,
    signal: AbortSignal | undefined
  ): AsyncGenerator<TradeText> {
    for await (const read of tradeFiles.read(segment, parts, signal)) {
      if (read.text) yield read
      else yield* (await instead(read.part)) ?? [read]
    }
  }

  /** Each ends at a keyframe or where the log was read to, so that what follows can begin there. */
  async #missing(segment: string, firstSeq: number, lastSeq: number): Promise<TradePart[]> {
    const { members } = await this.index.indexOf(segment)
    const keyframes = await this.index.indexOf(keyframesOf(segment))
    const last = Math.min(lastSeq, members.at(-1)?.facts.lastSeq ?? 0)
    const ends = [
      last,
      ...keyframes.members.map(({ facts }) => facts.lastSeq),
      ...this.#keptOf(segment).flatMap(({ part: { facts } }) => [facts.firstSeq - 1, facts.lastSeq])
    ]
    const inside = [...new Set(ends)].filter((end) => end >= firstSeq && end <= last)
    return inside
      .sort((one, other) => one - other)
      .flatMap((end, number) => missingPart(members, (inside[number - 1] ?? firstSeq - 1) + 1, end) ?? [])
  }

  #readLog(segment: string, part: TradePart, signal?: AbortSignal): Promise<readonly TradeText[]> {
    const done = this.#turn.then(async () => {
      signal?.throwIfAborted()
      const found = this.#find(segment, part)
      if (found) {
        this.#keep([found])
        return found.texts
      }
      const parts = part.offset === null ? await this.#around(segment, part) : [part]
      const read = await tradesFromLog(this.index, parts, this.#known, signal)
      this.#keep(read.map((texts, index) => ({ segment, part: parts[index]!, texts })))
      return read[parts.indexOf(part)] ?? []
    })
    this.#turn = done.catch(() => undefined)
    return done
  }

  /** All missing parts next to it, because reading them together costs little more. */
  async #around(segment: string, part: TradePart): Promise<readonly TradePart[]> {
    const parts = (await this.partsOf(segment)).map((each) => (isSame(each, part) ? part : each))
    const isMissing = (each: TradePart) => each.offset === null && !this.#find(segment, each)
    const number = parts.indexOf(part)
    if (number === -1) return [part]
    const before = parts.slice(0, number).findLastIndex((each) => !isMissing(each))
    const after = parts.findIndex((each, index) => index > number && !isMissing(each))
    return parts.slice(before + 1, after === -1 ? undefined : after)
  }

  #keptOf(segment: string): readonly Kept[] {
    return this.#kept.filter((kept) => kept.segment === segment)
  }

  #find(segment: string, part: TradePart): Kept | undefined {
    return this.#keptOf(segment).find((kept) => isSame(kept.part, part))
  }

  #keep(used: readonly Kept[]): void {
    const kept = [...this.#kept.filter((other) => !used.includes(other)), ...used]
    let size = kept.reduce((sum, each) => sum + sizeOf(each), 0)
    while (size > maxKept && kept.length > 1) size -= sizeOf(kept.shift()!)
    this.#kept = kept
  }
}

const isSame = ({ facts: one }: TradePart, { facts: other }: TradePart) =>
  one.firstSeq === other.firstSeq && one.lastSeq === other.lastSeq

const sizeOf = ({ texts }: Kept) => texts.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)

/** Null for items that are missing in the log too. */
function missingPart(members: readonly Located[], firstSeq: number, lastSeq: number): TradePart | null {
  const among = members.filter(({ facts }) => facts.lastSeq >= firstSeq && facts.firstSeq <= lastSeq)
  const [first, last] = [among[0], among.at(-1)]
  if (!first || !last) return null
  const bytes = among.reduce((sum, { facts }) => sum + facts.length, 0)
  const length = Math.ceil(bytes / logPerTrades)
  return { facts: { firstSeq, lastSeq, from: first.facts.from, to: last.facts.to, length }, offset: null }
}
