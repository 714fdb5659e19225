import type { Interval } from '../candles/intervals'

/**
 * `near` bins are about a basis point high, `fine` bins a fifth of it or the market's step, and `far` bins, for longer
 * columns, five times as high as `near` ones.
 */
type Reach = 'fine' | 'near' | 'far'

interface Resolution {
  readonly reach: Reach
  readonly limit: number
}

/** One resolution per chart interval; less than 1.65 MB per market. */
export const heatResolutions: Readonly<Record<Interval, Resolution>> = {
  '1s': { reach: 'fine', limit: 600 },
  '5s': { reach: 'fine', limit: 600 },
  '15s': { reach: 'near', limit: 600 },
  '1m': { reach: 'near', limit: 1440 },
  '5m': { reach: 'far', limit: 720 },
  '15m': { reach: 'far', limit: 480 },
  '1h': { reach: 'far', limit: 240 },
  '4h': { reach: 'far', limit: 60 },
  '1d': { reach: 'far', limit: 30 }
}
