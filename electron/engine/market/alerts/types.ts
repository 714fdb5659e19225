import type { FiredAlert } from '#shared/contract/market/alerts'
import type { LiveMarket } from '../types'

export type Values = FiredAlert['values']

/** A time in which a market was not live, in monotonic milliseconds. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/**
 * Tells from a market that is live whether the condition of one alert holds, or, for what happens in a moment, whether
 * it has just happened. It is asked after each message, so it allocates nothing while there is nothing to tell.
 */
export interface Judge {
  /** Messages of the other kind cannot change its answer. */
  readonly input: 'book' | 'trades'
  /** It has to see every message, even while its alert rests: it remembers what came before. */
  readonly remembers: boolean
  /** What it needs and the market has not, as a sentence; set by `look`. */
  readonly missing: string | null
  /** It is armed: what was before does not count. */
  begin(market: LiveMarket): void
  look(market: LiveMarket): boolean
  /** Its alert fires: asked right after `look` has said yes, before anything else has come, what it was that it saw. */
  values(market: LiveMarket): Values
  /** The market is live again after it was not; `silent`: the book was right all the time, only nothing came. */
  resumed(market: LiveMarket, gap: Gap, silent: boolean): void
}
