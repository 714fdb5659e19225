import type { HeatBook } from '#shared/domain/market/heat/index'
import { intervalSeconds } from '#shared/domain/market/candles/intervals'
import { openMember } from '../log/member'
import type { Located } from '../log/segment'
import { logTimeOf, type LogTime } from '../replay/log-time'
import { heatOf } from './files'
import { parseHeat, type StoredInterval } from './heat-lines'
import { membersOf, withMembers } from './members'

interface HeatOptions {
  /** All without it. */
  readonly markets?: ReadonlySet<string>
  /** In milliseconds before the item. */
  readonly maxAge: number
  readonly signal?: AbortSignal | undefined
}

/** Of files of heat, in bytes. */
const maxBytes = 64 * 1024 * 1024
const hour = intervalSeconds['1h']
const day = intervalSeconds['1d']
/** Seconds; what is older has no place in the columns that it adds up to. */
const maxAges: Readonly<Record<StoredInterval, number>> = { '1m': day, '5m': 5 * day, '1h': Infinity }

/** The age up to which heat is useful, in milliseconds. */
export const maxHeatAge: number = 31 * day * 1000
/** Enough for the current hour, and nothing before it. */
export const heatForHour: number = 2 * hour * 1000

/**
 * Adds the finished columns up to an item, which must be that of a keyframe. What cannot be read is missing.
 * @param segments up to the one of the item
 */
export async function readHeat(
  segments: readonly string[],
  { seq, time }: { readonly seq: number; readonly time: LogTime },
  options: HeatOptions,
  bookOf: (market: string) => HeatBook
): Promise<void> {
  const restored = new Map<string, RestoredHeat>()
  const to = time.milliseconds / 1000
  for (const { file, members } of await partsSince(segments, seq, time.milliseconds - options.maxAge))
    await withMembers(file, async (segment) => {
      for (const member of members) {
        options.signal?.throwIfAborted()
        const text = openMember(await segment.read(member))?.toString('utf8') ?? ''
        for (const [market, line] of linesOf(text, options.markets)) {
          const heat = restored.get(market) ?? new RestoredHeat(bookOf(market), to)
          restored.set(market, heat)
          heat.add(line)
        }
      }
    })
}

/** The members up to an item that may have columns since a time, oldest first. */
async function partsSince(segments: readonly string[], seq: number, since: number) {
  const parts: { readonly file: string; readonly members: readonly Located[] }[] = []
  let bytes = 0
  for (const segment of segments.toReversed()) {
    const file = heatOf(segment)
    const members = (await membersOf(file)).filter(({ facts }) => facts.lastSeq <= seq)
    for (const { facts } of members) bytes += facts.length
    if (bytes > maxBytes) break
    parts.unshift({ file, members })
    const first = members[0]
    if (first && logTimeOf(first.facts.from).milliseconds < since) break
  }
  return parts
}

function* linesOf(text: string, markets?: ReadonlySet<string>): Generator<[market: string, line: string]> {
  for (const line of text.split('\n')) {
    // Most lines are of other markets.
    const afterSeq = line.indexOf('\t')
    const afterReceived = line.indexOf('\t', afterSeq + 1)
    const market = line.slice(afterReceived + 1, line.indexOf('\t', afterReceived + 1))
    if (line !== '' && markets?.has(market) !== false) yield [market, line]
  }
}

/** A market's columns in the order in which they were finished. */
class RestoredHeat {
  readonly #last = new Map<StoredInterval, number>()
  /** Whole hours, because columns add up to them. */
  readonly #hour: number

  constructor(
    private readonly heat: HeatBook,
    to: number
  ) {
    this.#hour = Math.floor(to / hour) * hour
  }

  add(line: string): void {
    const fields = line.split('\t')
    const recorded = parseHeat(fields)
    if (!recorded) return
    if (recorded.interval === 'reset') return this.#reset()
    const { interval, column } = recorded
    if (column.start < this.#hour - maxAges[interval]) return
    // The line that says so may be missing.
    if (column.start <= (this.#last.get(interval) ?? -Infinity)) this.#reset()
    this.#last.set(interval, column.start)
    if (recorded.interval === '1m') this.heat.tier(interval).push(recorded.column)
    else this.heat.tier(interval).restoreFinished(recorded.column)
  }

  #reset(): void {
    this.heat.clear()
    this.#last.clear()
  }
}
