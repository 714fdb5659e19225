/** All divide the day, so candles start at expected UTC times. */
export const intervals = ['1s', '5s', '15s', '1m', '5m', '15m', '1h', '4h', '1d'] as const
export type Interval = (typeof intervals)[number]

export const intervalSeconds: Readonly<Record<Interval, number>> = {
  '1s': 1,
  '5s': 5,
  '15s': 15,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400
}

/** Only candles with trades count. */
export const intervalLimits: Readonly<Record<Interval, number>> = {
  '1s': 5000,
  '5s': 4000,
  '15s': 4000,
  // At least 1,440, for the last 24 hours.
  '1m': 4320,
  '5m': 4032,
  '15m': 2880,
  '1h': 2880,
  '4h': 2190,
  '1d': 2000
}

/** Works before 1970. */
export const startOf = (seconds: number, length: number) => Math.floor(seconds / length) * length
