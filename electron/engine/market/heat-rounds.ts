import type { TrackedMarket } from './tracked-market'

interface Kept {
  readonly market: TrackedMarket
  readonly drawers: number
}

/** Up to 1.65 MB each. */
const maxMarkets = 40
const roundMilliseconds = 1000

/** Samples each book once a second, spread over the ticks. */
export class HeatRounds {
  readonly #ticks: number
  #tick = 0
  #kept = new Set<TrackedMarket>()

  constructor(tickMilliseconds: number) {
    this.#ticks = roundMilliseconds / tickMilliseconds
  }

  next(held: readonly Kept[]): TrackedMarket[] {
    this.#tick = (this.#tick + 1) % this.#ticks
    const kept = new Set(chosen(held))
    // Frees the memory of markets no longer sampled.
    for (const { market } of held) if (this.#kept.has(market) && !kept.has(market)) market.heat.clear()
    this.#kept = kept
    return [...kept].filter((_, index) => index % this.#ticks === this.#tick)
  }

  /** Whose turn it is; the samples are not saved. */
  save(): number {
    return this.#tick
  }

  restore(tick: number): void {
    this.#tick = tick
  }
}

/** Drawn markets go first. */
function chosen(held: readonly Kept[]): TrackedMarket[] {
  const all = held.length <= maxMarkets ? held : held.toSorted(drawnFirst).slice(0, maxMarkets)
  return all.map(({ market }) => market)
}

const drawnFirst = (one: Kept, other: Kept) => Number(other.drawers > 0) - Number(one.drawers > 0)
