import * as v from 'valibot'
import { maxSymbolLength } from '../markets'
import { intervals } from '#shared/domain/market/candles/intervals'

export const chartScales = ['linear', 'log', 'percent'] as const
export type ChartScale = (typeof chartScales)[number]

/** How rising candles differ without color: hollow, pale, or not at all. */
export const candleBodies = ['pale', 'hollow', 'filled'] as const
export type CandleBodies = (typeof candleBodies)[number]

/** The time of the volume profile. */
export const profileKinds = ['off', 'visible', 'session', 'anchored'] as const
export type ProfileKind = (typeof profileKinds)[number]

export const compareKinds = ['percent', 'ratio', 'spread'] as const
export type CompareAs = (typeof compareKinds)[number]

const yes = v.fallback(v.boolean(), true)
const no = v.fallback(v.boolean(), false)

export const minPeriod = 2
export const maxPeriod = 500
const period = (standard: number) =>
  v.fallback(v.pipe(v.number(), v.integer(), v.minValue(minPeriod), v.maxValue(maxPeriod)), standard)

/** Sessions start at a multiple of these minutes after 00:00 UTC. */
export const sessionStep = 15
const minutesOfDay = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(1439),
  v.multipleOf(sessionStep)
)

export const chartSchema = v.object({
  interval: v.fallback(v.picklist(intervals), '1m'),
  vwap: yes,
  volume: yes,
  cvd: no,
  heat: yes,
  /** From 0 to 100. */
  heatContrast: v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(100)), 50),
  scale: v.fallback(v.picklist(chartScales), 'linear'),
  bodies: v.fallback(v.picklist(candleBodies), 'pale'),
  /** Shows the rail of drawing tools; null leaves it to the size of the panel. */
  tools: v.fallback(v.nullable(v.boolean()), null),
  ema: no,
  emaPeriod: period(20),
  atr: no,
  atrPeriod: period(14),
  rsi: no,
  rsiPeriod: period(14),
  spread: no,
  depth10: no,
  depth50: no,
  imbalance: no,
  footprint: no,
  /** Once candles are wide enough; the sides are inferred. */
  footprintSides: no,
  /** Where the anchored VWAP begins, in seconds since the epoch; null without one. */
  anchor: v.fallback(v.nullable(v.pipe(v.number(), v.safeInteger())), null),
  levels: no,
  /** When a session starts, in minutes after 00:00 UTC. */
  sessionStart: v.fallback(minutesOfDay, 0),
  /** Shows the times of the other charts of its link group that do so. */
  shareRange: no,
  profile: v.fallback(v.picklist(profileKinds), 'off'),
  /** The second market; null without one. */
  compare: v.fallback(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(maxSymbolLength))), null),
  compareAs: v.fallback(v.picklist(compareKinds), 'percent')
})
export type ChartSettings = v.InferOutput<typeof chartSchema>
