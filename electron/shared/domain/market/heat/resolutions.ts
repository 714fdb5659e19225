import type { Interval } from '../candles/intervals'

/** `near` bins are a basis point high or lower, those of the longer columns, which the market crosses, five times that. */
type Reach = 'near' | 'far'

interface Resolution {
  readonly reach: Reach
  /** So many columns are kept. */
  readonly limit: number
}

/** A column of each interval of the chart; all of them together take less than 1.5 MB of a market. */
export const heatResolutions: Readonly<Record<Interval, Resolution>> = {
  '1s': { reach: 'near', limit: 600 },
  '5s': { reach: 'near', limit: 600 },
  '15s': { reach: 'near', limit: 600 },
  '1m': { reach: 'near', limit: 1440 },
  '5m': { reach: 'far', limit: 720 },
  '15m': { reach: 'far', limit: 480 },
  '1h': { reach: 'far', limit: 240 },
  '4h': { reach: 'far', limit: 60 },
  '1d': { reach: 'far', limit: 30 }
}
