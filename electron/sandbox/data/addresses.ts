import { createHash } from 'node:crypto'
import { addressForms } from '#shared/domain/records/address/index'
import { cryptoNetworks, evmNetworks, type CryptoNetwork } from '#shared/domain/records/networks'
import { formatTimeShortest, type Nanoseconds } from '#shared/domain/base/time'
import type { DepositAddressMessage } from '#shared/wire/address'
import { Draw, mix } from './draw'
import { Ids } from './ids'
import { metadataFor } from './metadata'
import { monthsOfHistory, monthStart, toNanoseconds, type Month } from './months'

const enum Field {
  moment,
  moment2,
  tie,
  network,
  profile,
  identity,
  account,
  reference,
  details,
  payload
}

/** Percent of addresses per network. */
const shares: Readonly<Record<CryptoNetwork, number>> = {
  BITCOIN: 16,
  ETHEREUM: 20,
  BITCOIN_CASH: 3,
  LITECOIN: 4,
  SOLANA: 14,
  POLYGON_POS: 7,
  BASE: 7,
  ARBITRUM_ONE: 6,
  STELLAR: 5,
  INK: 2,
  XLAYER: 2,
  AVALANCHE: 4,
  DOGECOIN: 4,
  SUI: 3,
  ROBINHOOD: 1,
  BNB: 2
}
const networkWheel = cryptoNetworks.flatMap((network, code) => Array<number>(shares[network]).fill(code))

export const profileCount = 48
const identityCount = 6000
const referenceFamily = 500

/**
 * Addresses sorted by creation. Every value is computed from the seed and the row index, so startup time does not
 * depend on their number.
 */
export class Addresses {
  readonly ids: Ids
  readonly #seed: number
  readonly #start: Nanoseconds
  readonly #step: Nanoseconds
  #count: number

  constructor(options: { seed: number; anchor: Month; count: number }) {
    this.#seed = options.seed
    this.ids = new Ids(options.seed)
    this.#count = options.count
    const end = toNanoseconds(monthStart(options.anchor + 1))
    this.#start = toNanoseconds(monthStart(options.anchor + 1 - monthsOfHistory))
    this.#step = (end - this.#start) / BigInt(Math.max(options.count, 1))
  }

  get count(): number {
    return this.#count
  }

  /** New rows continue the series. */
  add(count: number): void {
    this.#count += count
  }

  createdAt(index: number): Nanoseconds {
    // A few share the previous time, like rows of one transaction.
    if (index > 0 && mix(this.#seed, Field.tie, index) % 31 === 0) return this.createdAt(index - 1)
    const fraction =
      (BigInt(mix(this.#seed, Field.moment, index)) << 32n) | BigInt(mix(this.#seed, Field.moment2, index))
    return this.#start + BigInt(index) * this.#step + ((fraction * this.#step) >> 64n)
  }

  /** The index in `cryptoNetworks`. */
  network(index: number): number {
    return networkWheel[mix(this.#seed, Field.network, index) % networkWheel.length]!
  }

  profile(index: number): number {
    const draw = mix(this.#seed, Field.profile, index)
    // A third belong to one profile.
    return draw % 3 === 0 ? 0 : Math.floor(draw / 3) % profileCount
  }

  /** -1 if it belongs to no end user. */
  identity(index: number): number {
    const draw = mix(this.#seed, Field.identity, index)
    return draw % 10 < 7 ? Math.floor(draw / 10) % identityCount : -1
  }

  /** An account belongs to one identity and shares its number. */
  account(index: number): number {
    const identity = this.identity(index)
    return identity >= 0 && mix(this.#seed, Field.account, identity) % 10 < 8 ? identity : -1
  }

  reference(index: number): string | null {
    if (mix(this.#seed, Field.reference, index) % 10 >= 6) return null
    return `dep-${this.ids.hide(referenceFamily, index).toString(36).padStart(7, '0')}`
  }

  findId(uuid: string): number | null {
    return this.#existing(this.ids.find('address', uuid))
  }

  findReference(text: string): number | null {
    const match = /^dep-([0-9a-z]{7})$/.exec(text)
    const hidden = match ? Number.parseInt(match[1]!, 36) : -1
    if (hidden < 0 || hidden > 0xffffffff) return null
    const index = this.#existing(this.ids.reveal(referenceFamily, hidden))
    return index !== null && this.reference(index) === text ? index : null
  }

  row(index: number): DepositAddressMessage {
    const network = cryptoNetworks[this.network(index)]!
    const details = new Draw(this.#seed, Field.details, index)
    const identity = this.identity(index)
    const account = this.account(index)
    const reference = this.reference(index)
    const metadata = metadataFor(details)
    const compatible = compatibleWith(network, details)
    return {
      id: this.ids.uuid('address', index),
      profile_id: this.ids.uuid('profile', this.profile(index)),
      customer_id: this.ids.uuid('customer', 0),
      crypto_network: network,
      address: this.#address(network, index, details),
      conversion_target_asset: details.chance(15) ? 'USD' : 'NO_CONVERSION',
      created_at: formatTimeShortest(this.createdAt(index)),
      ...(identity >= 0 && { identity_id: this.ids.uuid('identity', identity) }),
      ...(reference !== null && { ref_id: reference }),
      ...(metadata && { metadata }),
      ...(account >= 0 && { account_id: this.ids.uuid('account', account) }),
      ...(compatible && { compatible_crypto_networks: compatible })
    }
  }

  #existing(index: number | null): number | null {
    return index !== null && index < this.#count ? index : null
  }

  #address(network: CryptoNetwork, index: number, details: Draw): string {
    const forms = addressForms[network]
    // The first form is the most common.
    let choice = 0
    while (choice < forms.length - 1 && details.chance(35)) choice += 1
    const form = forms[network === 'BITCOIN_CASH' ? choice % 3 : choice]!
    for (let attempt = 0; ; attempt += 1) {
      const hash = createHash('sha512').update(`${this.#seed}/${Field.payload}/${index}/${attempt}`).digest()
      const payload = new Uint8Array(hash.subarray(0, form.bytes))
      if (form.accepts?.(payload) ?? true) return form.write(payload)
    }
  }
}

function compatibleWith(network: CryptoNetwork, draw: Draw): readonly CryptoNetwork[] | null {
  if (!(evmNetworks as readonly CryptoNetwork[]).includes(network) || draw.chance(10)) return null
  return evmNetworks.filter((other) => other === network || !draw.chance(20))
}
