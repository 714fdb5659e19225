import type { Place } from './geometry'

/** The desks that were used longest ago are dropped. */
const maxArrangements = 12
/** Of each of them, for the file: those that were noted last. */
export const maxPlaces = 200

export interface KeptArrangement {
  readonly displays: string
  readonly places: Readonly<Record<string, Place>>
}

/** Where each window was, for each arrangement of the displays that was seen: a laptop has one at home, one at work. */
export class Arrangements {
  /** The one that was used last comes last. */
  readonly #known: Map<string, Map<string, Place>>

  constructor(kept: readonly KeptArrangement[] = []) {
    this.#known = new Map(kept.map(({ displays, places }) => [displays, new Map(Object.entries(places))]))
  }

  place(displays: string, window: string): Place | undefined {
    return this.#known.get(displays)?.get(window)
  }

  remember(displays: string, window: string, place: Place): void {
    const places = this.#known.get(displays) ?? new Map<string, Place>()
    places.delete(window)
    places.set(window, place)
    this.#known.delete(displays)
    this.#known.set(displays, places)
    const [oldest] = this.#known.keys()
    if (this.#known.size > maxArrangements && oldest !== undefined) this.#known.delete(oldest)
  }

  /** For the file: of those windows that may open again. */
  kept(mayOpen: (window: string) => boolean): readonly KeptArrangement[] {
    return [...this.#known]
      .map(([displays, places]) => ({
        displays,
        places: Object.fromEntries([...places].filter(([window]) => mayOpen(window)).slice(-maxPlaces))
      }))
      .filter(({ places }) => Object.keys(places).length > 0)
  }
}
