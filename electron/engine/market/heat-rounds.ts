import type { TrackedMarket } from './tracked-market'

interface Kept {
  readonly market: TrackedMarket
  readonly drawers: number
}

/** Each may come to 1.5 MB. */
const maxMarkets = 40
const roundMilliseconds = 1000

/** Whose book is looked at next for its heat: each once a second, some with each tick, so that no tick is a long one. */
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
    // One that gave up its place gives up its memory too.
    for (const market of this.#kept) if (!kept.has(market)) market.heat.clear()
    this.#kept = kept
    return [...kept].filter((_, index) => index % this.#ticks === this.#tick)
  }
}

/** Those that are drawn go first. */
function chosen(held: readonly Kept[]): TrackedMarket[] {
  const all = held.length <= maxMarkets ? held : held.toSorted(drawnFirst).slice(0, maxMarkets)
  return all.map(({ market }) => market)
}

const drawnFirst = (one: Kept, other: Kept) => Number(other.drawers > 0) - Number(one.drawers > 0)
