import { readColumns, type ColumnData } from './columns'
import { difference, intersection, union, type Span } from './spans'
import type { SealedPart } from './sealed-parts'

/** Full seconds of a part in which the book was live and not crossed, each after the item `seq`. */
export interface Seconds {
  readonly seq: ColumnData
  readonly received: ColumnData
}

/** The states of a market over a time. Spans are sorted and disjoint; any other time is missing. */
export interface MarketTime {
  readonly live: readonly Span[]
  readonly stale: readonly Span[]
  /** Recorded, and neither live nor stale. */
  readonly notLive: readonly Span[]
  /** By part. */
  readonly seconds: readonly Seconds[]
  /** Of the first and the last row. */
  readonly begin: bigint | null
  readonly end: bigint | null
}

interface Stretch {
  readonly from: bigint
  readonly state: string
}

const second = 1_000_000_000n
const unrecorded = 'unrecorded'

/**
 * Live is what the states say as far as the seconds confirm it: after the clock was set, or while the book is crossed,
 * there are no seconds. Where files do not follow each other, nothing is known between the last row and the next.
 */
export async function readMarketTime(
  parts: readonly SealedPart[],
  within: Span,
  signal: AbortSignal
): Promise<MarketTime> {
  const states = new Map<string, Span[]>()
  const sampled: Span[] = []
  const seconds: Seconds[] = []
  let open: Stretch | null = null
  let begin: bigint | null = null
  let end: bigint | null = null
  const close = (to: bigint) => {
    if (!open || open.state === unrecorded) return
    states.set(open.state, [...(states.get(open.state) ?? []), { from: open.from, to }])
  }
  for (const part of parts) {
    if (!part.follows && end !== null) {
      close(end)
      open = null
    }
    const { seq, received_ns: received } = await readRows(part, 'depth_1s', ['seq', 'received_ns'], signal)
    const rows = await readRows(part, 'states', ['seq', 'received_ns', 'state'], signal)
    let sampledUntil = 0
    for (let index = 0; index < rows.seq.length; index++) {
      const from = rows.received_ns[index] as bigint
      while (sampledUntil < seq.length && (seq[sampledUntil] as bigint) < (rows.seq[index] as bigint))
        sampledUntil += 1
      const last = (received[sampledUntil - 1] as bigint | undefined) ?? 0n
      // If the clock was set back, the state held until the last second before that.
      close(from > last ? from : last)
      open = { from, state: rows.state[index] as string }
      begin ??= from
      end = later(end, from)
    }
    seconds.push({ seq, received })
    addRuns(sampled, received)
    if (received.length > 0) end = later(end, received[received.length - 1] as bigint)
  }
  if (end !== null) close(end)
  const spansOf = (wanted: (state: string) => boolean) =>
    intersection(union([...states].flatMap(([state, spans]) => (wanted(state) ? spans : []))), [within])
  const live = intersection(
    spansOf((state) => state === 'live'),
    union(sampled)
  )
  const stale = difference(
    spansOf((state) => state === 'stale'),
    live
  )
  const notLive = difference(
    difference(
      spansOf(() => true),
      live
    ),
    stale
  )
  return { live, stale, notLive, seconds, begin, end }
}

/** Seconds that follow each other confirm the time around them. */
function addRuns(runs: Span[], received: ColumnData): void {
  let from: bigint | null = null
  let last: bigint | null = null
  for (let index = 0; index < received.length; index++) {
    const at = received[index] as bigint
    if (last !== null && at !== last + second) {
      runs.push({ from: from! - second, to: last + second })
      from = null
    }
    from ??= at
    last = at
  }
  if (last !== null) runs.push({ from: from! - second, to: last + second })
}

/** All of a small table. */
async function readRows<Name extends string>(
  part: SealedPart,
  table: 'states' | 'depth_1s',
  names: readonly Name[],
  signal: AbortSignal
): Promise<Record<Name, ColumnData>> {
  const file = part.fileOf(table)
  const all = {} as Record<Name, unknown[]>
  for (const name of names) all[name] = []
  if (file === null) return all
  const groups: Readonly<Record<Name, ColumnData>>[] = []
  for await (const group of readColumns(file, names, { signal })) groups.push(group)
  if (groups.length === 1) return groups[0]!
  for (const group of groups)
    for (const name of names) for (const value of Array.from(group[name])) all[name].push(value)
  return all
}

const later = (one: bigint | null, other: bigint) => (one !== null && one > other ? one : other)
