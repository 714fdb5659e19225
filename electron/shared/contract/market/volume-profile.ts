import * as v from 'valibot'

const maxDays = 31
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e11))
const number = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))

/** Times are those of the service, in seconds since the epoch. */
export const profileRangeSchema = v.object({
  from: seconds,
  /** Exclusive; null for everything since. */
  to: v.nullable(seconds),
  /** The length of the parts, in which rows are not distinguished; null for one part. */
  step: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400))),
  /** Inferred sides as well. */
  sides: v.optional(v.boolean())
})
export type ProfileRange = v.InferOutput<typeof profileRangeSchema>

export const profileSchema = v.object({
  /** The next request with the same number cancels this one. */
  id: number,
  market: v.pipe(v.string(), v.maxLength(1000)),
  range: v.pipe(
    profileRangeSchema,
    v.check(({ from, to }) => to === null || (to > from && to - from <= maxDays * 86_400))
  )
})
export const profileIdSchema = v.object({ id: number })

/** `buys` and `sells` are parts of the amounts, in their units. */
interface ProfileSides {
  readonly buys: readonly bigint[]
  readonly sells: readonly bigint[]
  /** Trades with a known confidence, and the sum of those in percent. */
  readonly rated: readonly bigint[]
  readonly confidence: readonly bigint[]
}

/** The volume at each price, exact: the trades say at which price, so it needs no side. */
export interface RecordedProfile {
  /** Later than what was asked for if that was too much to read. */
  readonly from: number
  /** Longer than what was asked for if that was too many rows. */
  readonly step: number | null
  /** By row: where its part begins. */
  readonly starts: Float64Array
  /** By row, in units of the scales. */
  readonly prices: readonly bigint[]
  readonly amounts: readonly bigint[]
  readonly priceScale: number
  readonly amountScale: number
  /** By row; null if they were not asked for. */
  readonly sides: ProfileSides | null
  /** The recorded part of the time: pairs in milliseconds since the epoch. */
  readonly spans: Float64Array
}

export interface VolumeProfile extends RecordedProfile {
  /** Trades from this number on are not included. */
  readonly number: number
}
