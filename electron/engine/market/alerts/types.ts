import type { FiredAlert } from '#shared/contract/market/alerts'
import type { LiveMarket } from '../types'

export type Values = FiredAlert['values']

/** A period without live data, in monotonic milliseconds. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/**
 * Tells whether the condition of an alert holds, or for events, whether it just happened. Called for each message, so
 * it must not allocate.
 */
export interface Judge {
  /** Other messages cannot change its answer. */
  readonly input: 'book' | 'trades'
  /** It needs every message, even during its cooldown. */
  readonly remembers: boolean
  /** Why it cannot be evaluated, set by `look`. */
  readonly missing: string | null
  /** When time alone may make it hold, monotonic; null or absent if only messages can. */
  readonly dueAt?: number | null
  /** Earlier data does not count. */
  begin(market: LiveMarket): void
  look(market: LiveMarket): boolean
  /** Called right after `look` returned true. */
  values(market: LiveMarket): Values
  /** `silent`: the book was right, only nothing arrived. */
  resumed(market: LiveMarket, gap: Gap, silent: boolean): void
}
