import type { CryptoNetwork } from '../domain/records/networks'

const conversionTargets = ['NO_CONVERSION', 'USD'] as const
type ConversionTarget = (typeof conversionTargets)[number]

/** A deposit address as sent by the service. */
export interface DepositAddressMessage {
  readonly id: string
  readonly profile_id: string
  readonly customer_id: string
  readonly crypto_network: CryptoNetwork
  readonly address: string
  readonly conversion_target_asset: ConversionTarget
  readonly created_at: string
  readonly identity_id?: string
  readonly ref_id?: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly account_id?: string
  readonly compatible_crypto_networks?: readonly CryptoNetwork[]
}

export interface DepositAddressesMessage {
  readonly items: readonly DepositAddressMessage[]
  readonly next_page_cursor?: string
}
