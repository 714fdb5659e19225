import type { TapeTrade } from '../markets'

/** Milliseconds since the epoch, the finest time of the tape. */
export const timeOf = ({ seconds, nanoseconds }: Pick<TapeTrade, 'seconds' | 'nanoseconds'>) =>
  seconds * 1000 + Math.floor(nanoseconds / 1_000_000)
