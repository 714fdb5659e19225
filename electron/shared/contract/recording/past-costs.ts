import * as v from 'valibot'
import { sizeUnits } from '../../domain/market/depth/cost'
import { call } from '../base/call'
import { positiveDecimal } from '../market/markets'
import { costSpans, type CostSpan } from '../market/panels/cost'
import type { NotFetched } from './not-fetched'

/** The cost of a size at a recorded moment, in basis points of the mid; null if the side did not have the size. */
export interface PastCost {
  /** In milliseconds since the epoch. */
  readonly at: number
  /** A decimal with up to four digits after the point. */
  readonly buy: string | null
  readonly sell: string | null
}

/** The cost of a size at moments that are equally far apart. */
export interface PastCosts {
  readonly span: CostSpan
  /** In milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  /** Milliseconds from one moment to the next. */
  readonly step: number
  /** All moments of that time, of which some were not recorded, or the market was not live. */
  readonly moments: number
  /** At the others, oldest first. */
  readonly costs: readonly PastCost[]
  /** Of the desk's recordings, what was left out; without it, nothing. */
  readonly notFetched?: NotFetched
}

/** Of a window: the next request with the same number cancels the one before. */
const run = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))
const request = v.object({
  run,
  market: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  size: positiveDecimal,
  unit: v.picklist(sizeUnits),
  span: v.picklist(costSpans),
  /** The time that the window replays, in milliseconds since the epoch; null for the live market. */
  at: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15))),
  /** Of the desk's recordings, also more than is fetched without being asked for. */
  fetchAll: v.exactOptional(v.boolean())
})
export type PastCostsRequest = v.InferOutput<typeof request>

export const pastCostsCalls = {
  /** Of the connection in use, or of the replay; null if it was cancelled, or there is no recording. */
  read: call(request).returns<PastCosts | null>(),
  cancel: call(v.object({ run })).returns<null>()
}

export interface PastCostsPushes {
  /** How much of a run of this window is done, from 0 to 1; with the bytes while they are fetched from the desk. */
  'pastCosts.progress': { readonly run: number; readonly share: number; readonly bytes?: number }
}
export const pastCostsPushes = ['pastCosts.progress'] as const
