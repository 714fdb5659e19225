import type { CostSpan } from '#shared/contract/market/panels/cost'
import type { PastCosts } from '#shared/contract/recording/past-costs'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const lengths: Readonly<Record<Exclude<CostSpan, 'all'>, number>> = { '1h': hour, '24h': day, '7d': 7 * day }
/** Each is a multiple of the one before, so that spans share moments. */
const steps = [20_000, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, day] as const
const maxMoments = 360

type Moments = Pick<PastCosts, 'from' | 'to' | 'step'> & { readonly all: readonly number[] }

/** When a span up to a time begins; that of all has no limit. */
export const beginOf = (span: CostSpan, to: number): number => (span === 'all' ? 0 : to - lengths[span])

/** The moments of a span up to a time, oldest first. `begin` is that of the log. */
export function momentsOf(span: CostSpan, begin: number, to: number): Moments {
  const from = span === 'all' ? Math.min(begin, to) : beginOf(span, to)
  const step = steps.find((each) => (to - from) / each <= maxMoments) ?? steps.at(-1)!
  const first = Math.floor(from / step) + 1
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  const all = Array.from({ length: count }, (_none, index) => (first + index) * step)
  return { from, to, step, all }
}
