import type { PastCost } from '#shared/contract/recording/catalog'
import type { MarketParts } from '#shared/contract/market/markets'
import type { Desk } from '../../lib/desk'
import { valueOf } from '../../lib/client'
import { OneShotTimer } from '../../lib/one-shot-timer'

/** The size may still be typed. */
const pause = 700
/** Many costs hardly change, and take seconds to read. */
const refreshEvery = (costs: number) => (costs < 100 ? 2 : 30) * 60_000

type Wanted = { readonly market: string } & Pick<NonNullable<MarketParts['cost']>, 'size' | 'unit'>

/** The cost of the size over the last hours, from the recording. */
export class PastCosts {
  costs = $state.raw<readonly PastCost[]>([])
  /** For the first time with this size. */
  reading = $state(false)
  #wanted: Wanted | null = null
  readonly #timer = new OneShotTimer(
    () => performance.now(),
    () => void this.#read()
  )

  constructor(private readonly desk: Desk) {}

  /** Null if there is no size, or in a replay. */
  want(wanted: Wanted | null): void {
    this.#wanted = wanted
    this.costs = []
    this.reading = wanted !== null
    this.#timer.stop()
    if (wanted) this.#timer.at(performance.now() + pause)
  }

  dispose(): void {
    this.want(null)
  }

  async #read(): Promise<void> {
    const wanted = this.#wanted
    if (!wanted) return
    // Without it, the panel shows the cost of now alone.
    const costs = await valueOf(this.desk.bridge.call.recordings.costs(wanted)).catch(() => [])
    if (wanted !== this.#wanted) return
    this.costs = costs
    this.reading = false
    this.#timer.at(performance.now() + refreshEvery(costs.length))
  }
}
