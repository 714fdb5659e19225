import { nanosecondsInSecond, type Nanoseconds } from '../../base/time'

/** Seconds are rounded down, before 1970 too. */
export function splitTime(time: Nanoseconds): { seconds: number; nanoseconds: number } {
  const nanoseconds = ((time % nanosecondsInSecond) + nanosecondsInSecond) % nanosecondsInSecond
  return { seconds: Number((time - nanoseconds) / nanosecondsInSecond), nanoseconds: Number(nanoseconds) }
}
