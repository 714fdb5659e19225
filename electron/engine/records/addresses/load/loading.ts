import type { AddressFilters, AddressLoad, AddressOrder } from '#shared/contract/records/addresses/index'
import { fail } from '#shared/domain/base/problem'
import { addressText } from '#shared/messages/addresses'
import type { DepositAddress } from '#shared/wire/address-decoder'
import { maxLimit, type AddressRest } from '../../../connection/rest'
import { noProgress, type Progress } from '../keep/progress-file'
import type { StoreKeeper } from '../store-keeper'
import { compareTask, everythingTask, queryTask, refreshTask } from './load-task'
import { Loader } from './loader'
import { planRequests } from './plan'

interface LoadingPorts {
  readonly store: StoreKeeper
  /** Or why nothing can be loaded. */
  readonly rest: () => AddressRest | string
  /** Addresses per page. */
  readonly pageLimit?: number | undefined
  readonly changed: () => void
}

/** Loads addresses from the service into the store, and knows how far it got. */
export class Loading {
  readonly #store: StoreKeeper
  readonly #loader: Loader
  /** Newer than the store's progress. */
  #progress: Progress | null = null

  constructor(private readonly ports: LoadingPorts) {
    const { store, rest, pageLimit = maxLimit, changed } = ports
    this.#store = store
    this.#loader = new Loader({
      rest,
      add: (records) => store.call('add', { records }),
      limit: pageLimit,
      flush: async () => {
        const state = await store.call('state', null).catch(() => null)
        if (state) store.take(state)
      },
      changed
    })
  }

  get state(): AddressLoad | null {
    return this.#loader.state
  }

  /** Null if the store's progress is the newest. */
  get progress(): Progress | null {
    return this.#progress
  }

  async load(filters: AddressFilters, order: AddressOrder): Promise<void> {
    const queries = planRequests(filters)
    await this.#loadable()
    await this.#loader.start(queryTask(queries, order, () => this.stored()))
  }

  async everything(): Promise<void> {
    await this.#loadable()
    const { complete, newest } = this.#now()
    // Complete without a newest address: the service had none.
    if (complete && newest === null) await this.#setProgress(noProgress)
    const ports = { progress: () => this.#now(), setProgress: this.#setProgress }
    await this.#loader.start(complete && newest !== null ? refreshTask(ports) : everythingTask(ports))
  }

  async refresh(): Promise<void> {
    await this.#loadable()
    if (this.#now().newest === null) return this.everything()
    const ports = { progress: () => this.#now(), setProgress: this.#setProgress }
    await this.#loader.start(refreshTask(ports))
  }

  /** Only with everything loaded: otherwise an address that is not listed could be one never seen. */
  async compare(): Promise<void> {
    await this.#loadable()
    if (!this.#now().complete) throw fail('addresses.incomplete', addressText.compare.incomplete)
    const { store, rest } = this.ports
    // A load under way ends first, or its pages would count as listed.
    await this.#loader.stop()
    await store.call('compare', { checked: null })
    const add = (records: readonly DepositAddress[]) => store.call('add', { records })
    await this.#loader.start(
      compareTask({
        page(ids, signal) {
          const now = rest()
          if (typeof now === 'string') throw fail('addresses.not-loadable', now, { retryable: true })
          return now.addresses.page({ ids, limit: maxLimit }, { signal })
        },
        add,
        next: (checked) => store.call('compare', { checked }),
        stored: () => this.stored()
      })
    )
  }

  stop(): Promise<void> {
    return this.#loader.stop()
  }

  async resume(): Promise<void> {
    await this.#loadable()
    this.#loader.resume()
  }

  /** Ends the load; what it saved of its progress stays in the store. */
  async clear(): Promise<void> {
    await this.#loader.clear()
    this.#progress = null
  }

  /** The store is gone: resuming would leave a gap. */
  storeEnded(): void {
    this.#progress = null
    void this.#loader.clear()
  }

  /** Saves the rows that were added without a change of the progress. */
  async stored(): Promise<void> {
    await this.#store.call('setProgress', { progress: this.#now() })
  }

  async #loadable(): Promise<void> {
    const rest = this.ports.rest()
    if (typeof rest === 'string') throw fail('addresses.not-loadable', rest, { retryable: true })
    // The saved progress says where loading continues.
    await this.#store.opened()
  }

  #now(): Progress {
    return this.#progress ?? this.#store.state?.progress ?? noProgress
  }

  #setProgress = async (progress: Progress): Promise<void> => {
    this.#progress = progress
    await this.#store.call('setProgress', { progress })
  }
}
