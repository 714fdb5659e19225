import { SvelteMap } from 'svelte/reactivity'
import type { AddressesState, AddressFilters } from '#shared/contract/records/addresses/index'
import { keyOf } from '../filters/filters'

/** The filters that the service has answered completely. */
export class Coverage {
  readonly #whole = new SvelteMap<string, number>()
  #asked = $state.raw<{ readonly key: string; readonly run: number } | null>(null)
  #owner = ''

  /** When the service was queried for all of them; null if never completed. */
  since(filters: AddressFilters): number | null {
    return this.#whole.get(keyOf(filters)) ?? null
  }

  /** Whether the current load uses these filters. */
  isAsked(filters: AddressFilters, state: AddressesState | null): boolean {
    return this.#asked?.key === keyOf(filters) && this.#asked.run === state?.load?.run
  }

  began(filters: AddressFilters, state: AddressesState): void {
    this.#asked = state.load && { key: keyOf(filters), run: state.load.run }
    this.take(state)
  }

  take({ profileId, service, load }: AddressesState): void {
    const owner = `${profileId} ${service}`
    if (owner !== this.#owner) this.clear()
    this.#owner = owner
    const asked = this.#asked
    if (!asked || load?.run !== asked.run || load.phase !== 'done') return
    if (this.#whole.has(asked.key)) return
    if (load.unreadable === 0) this.#whole.set(asked.key, Date.now())
  }

  clear(): void {
    this.#whole.clear()
    this.#asked = null
  }
}
