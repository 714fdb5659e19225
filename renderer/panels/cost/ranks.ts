import type { PastCost } from '#shared/contract/recording/catalog'

export type CostSide = 'buy' | 'sell'

/** The number of recorded costs before a share of the time is meaningful. */
export const minCosts = 20

/** The percentage of the time when the size cost less; a side that did not have the size cost more. */
export function percentBelow(costs: readonly PastCost[], side: CostSide, now: number): number {
  const below = costs.filter((one) => (one[side] ?? Infinity) < now).length
  return Math.floor((below / costs.length) * 100)
}

/** The cost that was not exceeded for this share of the time (nearest rank); null if the side often lacked the size. */
export function quantile(costs: readonly PastCost[], side: CostSide, share: number): number | null {
  const sorted = costs.map((one) => one[side] ?? Infinity).toSorted((one, other) => one - other)
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Infinity
  return Number.isFinite(found) ? found : null
}

interface PastPoint {
  readonly at: number
  readonly value: number
}

/** Lines of one side, parted where nothing was recorded or the side did not have the size. */
export function linesOf(costs: readonly PastCost[], side: CostSide): readonly (readonly PastPoint[])[] {
  const span = (costs.at(-1)?.at ?? 0) - (costs[0]?.at ?? 0)
  const longest = (4 * span) / Math.max(1, costs.length - 1)
  const lines: PastPoint[][] = []
  let before: PastPoint | null = null
  for (const { at, [side]: value } of costs) {
    const point: PastPoint | null = value === null ? null : { at, value }
    if (point && before && at - before.at <= longest) lines.at(-1)!.push(point)
    else if (point) lines.push([point])
    before = point
  }
  return lines
}
