import * as v from 'valibot'
import { conditionSchema } from '../market/alerts'
import type { NotFetched } from './not-fetched'

export const backtestDays = 7
/** Earlier ones are only counted. */
export const maxBacktestTimes = 200

/** When an alert would have fired over what is recorded. */
export interface AlertBacktest {
  readonly fired: number
  /** Milliseconds since the epoch, newest first, at most `maxBacktestTimes`. */
  readonly times: readonly number[]
  /** Milliseconds in which the market was live, and the alert evaluated. */
  readonly live: number
  /** The time played, in milliseconds since the epoch; null if nothing is recorded. */
  readonly from: number | null
  readonly to: number | null
  /** Earlier parts were left out, because there is too much to read. */
  readonly limited: boolean
  /** Of the desk's recordings, what was left out; without it, nothing. */
  readonly notFetched?: NotFetched
}

export interface BacktestProgress {
  /** From 0 to 1: of the time, or of the bytes that are fetched from the desk first. */
  readonly share: number
  readonly bytes?: number
}

export const backtestRequest = v.object({
  condition: conditionSchema,
  /** The cooldown in seconds. */
  pause: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400)),
  /** Of the desk's recordings, also more than is fetched without being asked for. */
  fetchAll: v.exactOptional(v.boolean())
})
