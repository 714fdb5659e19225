import type { DepositAddress } from '#shared/wire/address-decoder'
import { csvLine } from '#shared/domain/base/csv'

export const csvColumns = [
  'id',
  'network',
  'address',
  'conversion_target_asset',
  'created_at',
  'profile_id',
  'customer_id',
  'identity_id',
  'account_id',
  'ref_id',
  'compatible_networks',
  'metadata',
  'other_fields',
  'label'
] as const

export const csvHeader = csvLine(csvColumns)

export function addressLine(record: DepositAddress, label: string | null): string {
  const { compatibleNetworks, metadata, more } = record
  return csvLine(
    [
      record.id,
      record.network,
      record.address,
      record.conversionTarget,
      record.createdAt.text,
      record.profileId,
      record.customerId,
      record.identityId,
      record.accountId,
      record.refId,
      compatibleNetworks?.join(' ') ?? null,
      metadata === null ? null : JSON.stringify(metadata),
      Object.keys(more).length === 0 ? null : JSON.stringify(more),
      label
    ].map((value) => value ?? '')
  )
}
