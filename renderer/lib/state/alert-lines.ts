import type { Alert, FiredAlert } from '#shared/contract/market/alerts'

/** A price that is watched, drawn as a line in the chart and as a mark in the ladder. */
export interface PriceLine {
  readonly id: string
  /** Exact. */
  readonly price: string
  readonly of: 'last' | 'bid' | 'ask' | 'mid'
  readonly armed: boolean
  readonly note: string
}

/** By market. */
export function linesOf(alerts: readonly Alert[]): ReadonlyMap<string, readonly PriceLine[]> {
  const lines = new Map<string, PriceLine[]>()
  for (const { id, condition, armed, note } of alerts) {
    if (condition.kind !== 'price') continue
    const { market, price, of } = condition
    const all = lines.get(market) ?? []
    lines.set(market, all)
    all.push({ id, price, of, armed, note })
  }
  return lines
}

/** The newest unseen one of each market. */
export function marksOf(fired: readonly FiredAlert[]): ReadonlyMap<string, FiredAlert> {
  const marks = new Map<string, FiredAlert>()
  for (const each of fired) {
    if (!each.seen && each.market !== null && !marks.has(each.market)) marks.set(each.market, each)
  }
  return marks
}
