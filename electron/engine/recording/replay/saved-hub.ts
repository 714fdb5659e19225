import * as v from 'valibot'
import { parseJson } from '#shared/wire/parse-json'
import type { SavedCoverage } from '#shared/domain/market/candles/index'
import { savedMarkets, type SavedMarkets } from '../../market/saved-markets'
import { savedCount, savedName, savedTime } from '../../market/saved'
import { savedHeat } from './saved-heat'
import { savedRecordedClock } from './recorded-service-clock'

/** Raised when the meaning of a saved state changes; others are ignored. */
export const savedFormat = 1
const format = v.literal(savedFormat)
/** A hundred markets of 50,000 levels a side, with price and amount. */
export const maxSavedValues = 20_000_000

const spans = v.pipe(v.array(v.tuple([savedTime, savedTime])), v.maxLength(2000))
const coverage: v.GenericSchema<SavedCoverage> = v.object({
  since: v.nullable(savedTime),
  spans,
  steps: spans
})

const savedHub = v.object({
  format,
  /** Of the last item. */
  seq: savedCount,
  epoch: savedTime,
  now: savedTime,
  staleAfter: v.nullable(v.pipe(savedTime, v.minValue(1))),
  /** When the last item was applied, monotonic. */
  itemAt: savedTime,
  service: savedRecordedClock,
  markets: savedMarkets,
  /** Of this run of the app, including those that are no longer held. */
  registered: v.array(savedName),
  /** Those that were released last; unknown to the first versions. */
  ended: v.optional(v.array(savedName), []),
  /** When each market was watched, including those that are no longer held. */
  coverages: v.array(v.tuple([savedName, coverage])),
  heats: v.optional(v.array(v.tuple([savedName, savedHeat])), [])
})
export type SavedHub = v.InferOutput<typeof savedHub>

const logged = v.object({ format, markets: savedMarkets })

/** A keyframe's value, from JSON; null if it is damaged or of another version. */
export function readSavedHub(value: unknown): SavedHub | null {
  const checked = v.safeParse(savedHub, value)
  return checked.success ? checked.output : null
}

/** The content of an item `k`: the state of the live markets while they are recorded. */
export const formatMarkets = (markets: SavedMarkets): Buffer =>
  Buffer.from(JSON.stringify({ format: savedFormat, markets }))

export function readMarkets(content: Buffer, values = maxSavedValues): SavedMarkets | null {
  try {
    const text = content.toString('utf8')
    const checked = v.safeParse(logged, parseJson(text, { values, strict: true }))
    return checked.success ? checked.output.markets : null
  } catch {
    return null
  }
}
