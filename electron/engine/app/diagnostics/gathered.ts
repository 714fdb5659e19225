import { timelineText } from '#shared/messages/app'

interface Gathering {
  readonly name: string
  readonly markets: ReadonlySet<string>
  readonly times: number
}

/** A faulty service may send any number of names. */
const maxNames = 8
const theRest = timelineText.several

/** Counts and markets since the last read. */
export class Gathered {
  #things = new Map<string, { markets: Set<string>; times: number }>()

  add(name: string, market: string | null): void {
    let thing = this.#things.get(name)
    if (!thing && this.#things.size >= maxNames && name !== theRest) return this.add(theRest, market)
    if (!thing) this.#things.set(name, (thing = { markets: new Set(), times: 0 }))
    thing.times++
    if (market !== null) thing.markets.add(market)
  }

  take(): readonly Gathering[] {
    if (this.#things.size === 0) return []
    const all = [...this.#things].map(([name, thing]) => ({ name, ...thing }))
    this.#things = new Map()
    return all
  }
}
