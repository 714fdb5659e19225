import { addressText } from '#shared/messages/addresses'
import type { AddressConfirmation, AddressDetail } from '#shared/contract/records/addresses/index'
import { toProblem } from '#shared/domain/base/problem'
import type { DepositAddress } from '#shared/wire/address-decoder'
import type { Clock } from '../../base/clock'
import type { AddressRest } from '../../connection/rest'

interface ConfirmingPorts {
  readonly clock: Clock
  readonly rest: () => AddressRest | string
  readonly detail: (id: string) => Promise<AddressDetail>
  readonly unlist: (id: string) => Promise<void>
  readonly store: (records: readonly DepositAddress[]) => Promise<void>
}

/** Confirms addresses from disk with the service, once per session. */
export class Confirming {
  readonly #known = new Map<string, Promise<AddressConfirmation>>()

  constructor(private readonly ports: ConfirmingPorts) {}

  ask(id: string): Promise<AddressConfirmation> {
    const asked = this.#known.get(id) ?? this.#ask(id)
    this.#known.set(id, asked)
    // Unknown results are not cached.
    void asked.then(({ state }) => state === 'unknown' && this.#known.delete(id))
    return asked
  }

  /** The service has no such address. */
  async isGone(id: string): Promise<boolean> {
    const known = this.#known.get(id)
    return known !== undefined && (await known).state === 'gone'
  }

  clear(): void {
    this.#known.clear()
  }

  async #ask(id: string): Promise<AddressConfirmation> {
    const { clock, detail, store, unlist } = this.ports
    try {
      const before = await detail(id)
      if (before.receivedAt !== null) return { state: 'same', at: before.receivedAt }
      const rest = this.ports.rest()
      if (typeof rest === 'string') return { state: 'unknown', sentence: rest }
      const { items, unreadable } = await rest.addresses.page({ ids: [id], limit: 1 })
      const found = items.find((item) => item.id.toLowerCase() === id.toLowerCase())
      const at = clock.wall()
      if (!found && unreadable.length > 0) return { state: 'unknown', sentence: addressText.query.unreadable }
      if (!found) {
        await unlist(id)
        return { state: 'gone', at }
      }
      await store([found])
      const { address, network } = found
      const isSame = address === before.address && network === before.network
      return isSame ? { state: 'same', at } : { state: 'differs', at, address, network }
    } catch (thrown) {
      return { state: 'unknown', sentence: toProblem(thrown).sentence }
    }
  }
}
