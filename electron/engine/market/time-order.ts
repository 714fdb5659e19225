/**
 * The service writes times with 0 to 9 fraction digits, and nothing says whether digits that are missing were zero or
 * were cut off. So a time stands for everything up to its last written digit.
 */
export interface ServiceTime {
  readonly seconds: number
  readonly nanoseconds: number
}

/** `unclear` where the one may have been before or after the other. */
type Order = 'before' | 'same' | 'after' | 'unclear'

/** Six digits are usual. A time written with fewer of them that equals another may still be another one. */
const usualGrain = 1000

/** The smallest step that a time written like this can tell, in nanoseconds. */
export function grainOf(nanoseconds: number): number {
  if (nanoseconds === 0) return 1_000_000_000
  let grain = 1
  while (nanoseconds % (grain * 10) === 0) grain *= 10
  return grain
}

/** Where `time` lies, seen from `reference`. */
export function orderOf(time: ServiceTime, reference: ServiceTime): Order {
  const timeGrain = grainOf(time.nanoseconds)
  const referenceGrain = grainOf(reference.nanoseconds)
  // Far apart is clear at once; near, the difference in nanoseconds is small enough to be exact.
  const seconds = time.seconds - reference.seconds
  if (Math.abs(seconds) > 2) return seconds < 0 ? 'before' : 'after'
  const distance = seconds * 1_000_000_000 + (time.nanoseconds - reference.nanoseconds)
  if (distance === 0) return Math.max(timeGrain, referenceGrain) > usualGrain ? 'unclear' : 'same'
  if (distance > 0) return distance < referenceGrain ? 'unclear' : 'after'
  return -distance < timeGrain ? 'unclear' : 'before'
}

export const isAfter = (time: ServiceTime, reference: ServiceTime) =>
  time.seconds > reference.seconds ||
  (time.seconds === reference.seconds && time.nanoseconds > reference.nanoseconds)
