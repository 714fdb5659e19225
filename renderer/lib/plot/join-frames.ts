import { healthMinutes } from '#shared/contract/app/diagnostics'
import type { HealthFrame } from '#shared/contract/market/feed'

const minute = 60_000

/** Both in order of time, each time once, without those too old to draw. */
export function joinFrames(
  known: readonly HealthFrame[],
  added: readonly HealthFrame[]
): readonly HealthFrame[] {
  const byTime = new Map([...known, ...added].map((frame) => [frame.at, frame]))
  const all = [...byTime.values()].sort((one, other) => one.at - other.at)
  const oldest = (all.at(-1)?.at ?? 0) - healthMinutes * minute
  return all.filter(({ at }) => at > oldest)
}
