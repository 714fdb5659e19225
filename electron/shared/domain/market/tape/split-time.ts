import { nanosecondsInSecond, type Nanoseconds } from '../../base/time'

/** Whole seconds, rounded down before 1970 as well, and the nanoseconds beyond them. */
export function splitTime(time: Nanoseconds): { seconds: number; nanoseconds: number } {
  const nanoseconds = ((time % nanosecondsInSecond) + nanosecondsInSecond) % nanosecondsInSecond
  return { seconds: Number((time - nanoseconds) / nanosecondsInSecond), nanoseconds: Number(nanoseconds) }
}
