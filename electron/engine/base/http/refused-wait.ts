import type { Random } from '../clock'

const minWait = 60_000
const maxWait = 600_000
const jitter = 0.25

/** One to ten minutes in milliseconds, growing with consecutive refusals, with jitter. */
export function refusedWait(refusals: number, random: Random): number {
  const wait = Math.min(maxWait / (1 + jitter), minWait * 2 ** Math.min(refusals, 20))
  return wait * (1 + jitter * random())
}
