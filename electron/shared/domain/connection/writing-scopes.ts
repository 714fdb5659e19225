/** Every scope of the service's description that can change something. */
export const writingScopes = [
  'conversion:write_conversion_stablecoin',
  'exchange:write_order',
  'exchange:write_quote_execution',
  'fee:write_crypto_withdrawal_fee',
  'funding:write_profile',
  'identity:write_account',
  'identity:write_identity',
  'settlement:write_transaction',
  'tax:write_tax_lot',
  'transfer:reject_crypto_deposit',
  'transfer:update_crypto_deposit',
  'transfer:write_crypto_withdrawal',
  'transfer:write_deposit_address',
  'transfer:write_fiat_account',
  'transfer:write_fiat_deposit_instructions',
  'transfer:write_fiat_withdrawal',
  'transfer:write_internal_transfer',
  'transfer:write_sandbox_fiat_deposit'
] as const
export type WritingScope = (typeof writingScopes)[number]
