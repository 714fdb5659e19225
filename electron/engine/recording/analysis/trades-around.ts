import { canonical, formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import { scale } from '../parquet/decimals'
import { readColumns } from './columns'
import { decimalOf, ExactSum } from './decimals'
import type { SealedPart } from './sealed-parts'

/** The trades before a time. */
interface Traded {
  readonly value: Decimal
  readonly volume: Decimal
}

interface TradesAround {
  /** By time: of the trades that arrived before it. */
  readonly before: ReadonlyMap<bigint, Traded>
  /** Executions by price and amount, see `tradeKey`: times of the service. */
  readonly executed: ReadonlyMap<string, readonly bigint[]>
}

interface Wanted {
  readonly times: readonly bigint[]
  readonly keys: ReadonlySet<string>
  readonly signal: AbortSignal
  readonly onRead: (rows: number) => void
}

const columns = ['time_ns', 'received_ns', 'price', 'amount', 'price_text', 'amount_text'] as const

export const tradeKey = (price: Decimal, amount: Decimal): string =>
  `${formatDecimal(canonical(price))} ${formatDecimal(canonical(amount))}`

export async function tradesAround(
  parts: readonly SealedPart[],
  { times, keys, signal, onRead }: Wanted
): Promise<TradesAround> {
  const before = new Map<bigint, Traded>()
  const executed = new Map<string, bigint[]>([...keys].map((key) => [key, []]))
  const sorted = [...new Set(times)].sort((one, other) => (one < other ? -1 : 1))
  const prices = new Set([...keys].map((key) => key.split(' ')[0]!))
  const known = new Map<bigint, boolean>()
  const [value, volume] = [new ExactSum(), new ExactSum()]
  let next = 0
  const pass = () => void before.set(sorted[next++]!, { value: value.value, volume: volume.value })
  const hasFill = (price: Decimal): boolean => {
    const shown = price.scale === scale ? known.get(price.units) : undefined
    if (shown !== undefined) return shown
    const isWanted = prices.has(formatDecimal(canonical(price)))
    if (price.scale === scale) known.set(price.units, isWanted)
    return isWanted
  }
  for (const part of parts) {
    const file = part.fileOf('trades')
    if (file === null) continue
    for await (const group of readColumns(file, columns, { signal })) {
      const count = group.received_ns.length
      for (let index = 0; index < count; index++) {
        const at = group.received_ns[index] as bigint
        while (next < sorted.length && sorted[next]! <= at) pass()
        const price = decimalOf(group.price[index], group.price_text[index])
        const amount = decimalOf(group.amount[index], group.amount_text[index])
        if (!price || !amount) continue
        value.add(price.units * amount.units, price.scale + amount.scale)
        volume.add(amount.units, amount.scale)
        if (!hasFill(price)) continue
        const key = tradeKey(price, amount)
        if (keys.has(key)) executed.get(key)!.push(group.time_ns[index] as bigint)
      }
      onRead(count)
    }
  }
  while (next < sorted.length) pass()
  return { before, executed }
}
