import { SvelteMap } from 'svelte/reactivity'
import type { AddressesState, AddressFilters } from '#shared/contract/records/addresses'
import { keyOf } from '../filters/filters'

/** Which filters the service has answered to their end, so that what is shown of them is all that there is. */
export class Coverage {
  readonly #whole = new SvelteMap<string, number>()
  #asked = $state.raw<{ readonly key: string; readonly run: number } | null>(null)
  #owner = ''

  /** When the service was asked for all of them; null where that was not, or not to the end. */
  since(filters: AddressFilters): number | null {
    return this.#whole.get(keyOf(filters)) ?? null
  }

  /** Whether what the service is asked now are these. */
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
