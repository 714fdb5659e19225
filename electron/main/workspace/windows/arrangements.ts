import type { WindowBounds } from './geometry'

/** The least recently used are dropped. */
const maxArrangements = 12
/** The most recent ones per arrangement. */
export const maxPlacements = 200

export interface SavedArrangement {
  readonly displays: string
  readonly places: Readonly<Record<string, WindowBounds>>
}

/** Window positions per display arrangement, for example at home and at work. */
export class Arrangements {
  /** Most recently used last. */
  readonly #known: Map<string, Map<string, WindowBounds>>

  constructor(kept: readonly SavedArrangement[] = []) {
    this.#known = new Map(kept.map(({ displays, places }) => [displays, new Map(Object.entries(places))]))
  }

  placement(displays: string, window: string): WindowBounds | undefined {
    return this.#known.get(displays)?.get(window)
  }

  remember(displays: string, window: string, placement: WindowBounds): void {
    const placements = this.#known.get(displays) ?? new Map<string, WindowBounds>()
    placements.delete(window)
    placements.set(window, placement)
    this.#known.delete(displays)
    this.#known.set(displays, placements)
    const [oldest] = this.#known.keys()
    if (this.#known.size > maxArrangements && oldest !== undefined) this.#known.delete(oldest)
  }

  /** Without windows that no longer exist. */
  kept(mayOpen: (window: string) => boolean): readonly SavedArrangement[] {
    return [...this.#known]
      .map(([displays, placements]) => ({
        displays,
        places: Object.fromEntries(
          [...placements].filter(([window]) => mayOpen(window)).slice(-maxPlacements)
        )
      }))
      .filter(({ places }) => Object.keys(places).length > 0)
  }
}
