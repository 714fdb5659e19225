/** The service writes 0 to 9 fraction digits, possibly truncated, so a time is a range up to its last digit. */
export interface ServiceTime {
  readonly seconds: number
  readonly nanoseconds: number
}

/** `unclear` if the ranges overlap. */
type Order = 'before' | 'same' | 'after' | 'unclear'

/** Six digits are usual; with fewer, equal times may still differ. */
const usualGrain = 1000

/** The resolution of a time in nanoseconds. */
export function grainOf(nanoseconds: number): number {
  if (nanoseconds === 0) return 1_000_000_000
  let grain = 1
  while (nanoseconds % (grain * 10) === 0) grain *= 10
  return grain
}

export function orderOf(time: ServiceTime, reference: ServiceTime): Order {
  const timeGrain = grainOf(time.nanoseconds)
  const referenceGrain = grainOf(reference.nanoseconds)
  // Seconds first; then the difference in nanoseconds is exact.
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
