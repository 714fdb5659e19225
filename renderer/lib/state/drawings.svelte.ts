import { SvelteMap } from 'svelte/reactivity'
import type { Bridge } from '#shared/contract/index'
import type { Drawing, DrawingsState } from '#shared/contract/market/drawings'
import { valueOf } from '../client'

interface Change {
  readonly put?: readonly Drawing[]
  readonly remove?: readonly string[]
}

const none: readonly Drawing[] = []

/** The drawings of the markets shown in this window, as in main. */
export class DrawingsStore {
  readonly #states = new SvelteMap<string, DrawingsState>()

  constructor(private readonly bridge: Bridge) {}

  start(): () => void {
    return this.bridge.on('drawings.changed', (state) => {
      if (state) return this.#accept(state)
      for (const market of this.#states.keys()) void this.load(market).catch(() => undefined)
    })
  }

  async load(market: string): Promise<void> {
    this.#accept(await valueOf(this.bridge.call.drawings.read({ market })))
  }

  of(market: string | null): readonly Drawing[] {
    return this.state(market)?.drawings ?? none
  }

  state(market: string | null): DrawingsState | undefined {
    return market === null ? undefined : this.#states.get(market)
  }

  async change(market: string, { put = [], remove = [] }: Change): Promise<void> {
    const { calls, at } = this.#at(market)
    this.#accept(await valueOf(calls.change({ ...at, put, remove })))
  }

  async undo(market: string): Promise<void> {
    const { calls, at } = this.#at(market)
    this.#accept(await valueOf(calls.undo(at)))
  }

  async redo(market: string): Promise<void> {
    const { calls, at } = this.#at(market)
    this.#accept(await valueOf(calls.redo(at)))
  }

  #at(market: string) {
    // Main refuses this with a sentence.
    const source = this.#states.get(market)?.source ?? '-'
    return { calls: this.bridge.call.drawings, at: { source, market } }
  }

  /** Answers and pushes may overtake each other. */
  #accept(state: DrawingsState): void {
    const known = this.#states.get(state.market)
    if (!known || state.revision >= known.revision) this.#states.set(state.market, state)
  }
}
