import type { Random } from '../clock'

const shortest = 60_000
const longest = 600_000
const jitter = 0.25

/**
 * Milliseconds until the next try after a refusal: from one to ten minutes, growing with each refusal in a row, and
 * spread so that many clients do not come back in step.
 */
export function refusedWait(refusals: number, random: Random): number {
  const wait = Math.min(longest / (1 + jitter), shortest * 2 ** Math.min(refusals, 20))
  return wait * (1 + jitter * random())
}
