import type { Decimal } from '#shared/domain/base/decimal'
import { twiceMid } from './averages'
import { readColumns } from './columns'
import { decimalOf } from './decimals'
import type { SealedPart } from './sealed-parts'

/** The best prices at a time. */
export interface Quote {
  readonly bid: Decimal
  readonly ask: Decimal
  /** The mid, twice. */
  readonly twice: Decimal
}

interface ReadOptions {
  readonly signal: AbortSignal
  readonly onRead: (rows: number) => void
}

const columns = ['received_ns', 'bid', 'ask', 'bid_text', 'ask_text'] as const

/** The best prices after everything that arrived before each of these times; none where the book was not live, or crossed. */
export async function quotesAt(
  parts: readonly SealedPart[],
  times: readonly bigint[],
  { signal, onRead }: ReadOptions
): Promise<ReadonlyMap<bigint, Quote>> {
  const found = new Map<bigint, Quote>()
  const sorted = [...new Set(times)].sort((one, other) => (one < other ? -1 : 1))
  let next = 0
  let bid: Decimal | null = null
  let ask: Decimal | null = null
  const pass = () => {
    const twice = twiceMid(bid, ask)
    if (twice) found.set(sorted[next]!, { bid: bid!, ask: ask!, twice })
    next += 1
  }
  for (const part of parts) {
    const file = part.fileOf('quotes')
    if (file === null) continue
    for await (const group of readColumns(file, columns, { signal })) {
      const count = group.received_ns.length
      let shown = -1
      const show = () => {
        if (shown < 0) return
        bid = decimalOf(group.bid[shown], group.bid_text[shown])
        ask = decimalOf(group.ask[shown], group.ask_text[shown])
      }
      for (let index = 0; index < count && next < sorted.length; index++) {
        const at = group.received_ns[index] as bigint
        if (sorted[next]! <= at) {
          show()
          while (next < sorted.length && sorted[next]! <= at) pass()
        }
        shown = index
      }
      show()
      onRead(count)
    }
  }
  while (next < sorted.length) pass()
  return found
}
