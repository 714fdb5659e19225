import type { DepositAddress } from '#shared/wire/address-decoder'

/** In the service's format, without absent fields. */
export function wireRecord(record: DepositAddress): Record<string, unknown> {
  const { identityId, refId, accountId, metadata, compatibleNetworks } = record
  return {
    ...record.more,
    id: record.id,
    profile_id: record.profileId,
    customer_id: record.customerId,
    crypto_network: record.network,
    address: record.address,
    conversion_target_asset: record.conversionTarget,
    created_at: record.createdAt.text,
    ...(identityId !== null && { identity_id: identityId }),
    ...(refId !== null && { ref_id: refId }),
    ...(metadata !== null && { metadata }),
    ...(accountId !== null && { account_id: accountId }),
    ...(compatibleNetworks !== null && { compatible_crypto_networks: compatibleNetworks })
  }
}
