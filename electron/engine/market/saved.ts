import * as v from 'valibot'

/** Parts of saved states. JSON has no infinite numbers: null stands for them. */

/** Milliseconds, monotonic or since the epoch; doubles are exact enough. */
const maxTime = 8.64e15
export const savedTime = v.pipe(v.number(), v.minValue(-maxTime), v.maxValue(maxTime))
/** Nanoseconds of times before 1970 are negative. */
export const savedWhole = v.pipe(v.number(), v.safeInteger())
export const savedCount = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
export const savedName = v.pipe(v.string(), v.maxLength(1000))
export const savedSentence = v.nullable(v.pipe(v.string(), v.maxLength(10_000)))

export const saveTime = (time: number): number | null => (Number.isFinite(time) ? time : null)
