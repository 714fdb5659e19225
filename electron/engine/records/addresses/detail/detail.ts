import { addressText } from '#shared/messages/addresses'
import type { AddressDetail } from '#shared/contract/records/addresses/index'
import { paymentUri } from '#shared/domain/records/address/payment-uri'
import { isCryptoNetwork, networkName } from '#shared/domain/records/networks'
import type { DepositAddress } from '#shared/wire/address-decoder'
import { verificationOf } from './verification'
import { wireRecord } from './wire-record'

const { conversion: text } = addressText

export function detailOf(
  record: DepositAddress,
  label: string | null
): Omit<AddressDetail, 'receivedAt' | 'keptAt' | 'isUnlisted' | 'previous'> {
  const { network, address, conversionTarget, compatibleNetworks } = record
  return {
    id: record.id,
    network,
    networkName: networkName(network),
    address,
    groups: groupsOf(address),
    verification: verificationOf(network, address),
    profileId: record.profileId,
    customerId: record.customerId,
    identityId: record.identityId,
    accountId: record.accountId,
    refId: record.refId,
    createdAt: record.createdAt.text,
    conversionTarget,
    conversion: conversionText(conversionTarget),
    compatibleNetworks:
      compatibleNetworks?.map((each) => ({ network: each, name: networkName(each) })) ?? null,
    metadata: Object.entries(record.metadata ?? {}),
    more: Object.entries(record.more).map(([name, value]) => [name, JSON.stringify(value) ?? 'null']),
    label,
    paymentUri: isCryptoNetwork(network) ? paymentUri(network, address) : null,
    json: JSON.stringify(wireRecord(record), null, 2)
  }
}

function conversionText(target: string): string {
  if (target === 'NO_CONVERSION') return text.none
  return target === 'USD' ? text.usd : text.other(target)
}

const prefix = /^(0x|[a-z]+:)/i

/** In groups of four, as people compare them; the first includes the prefix. */
function groupsOf(address: string): string[] {
  const head = prefix.exec(address)?.[0] ?? ''
  const groups = Array.from(address.slice(head.length).matchAll(/.{1,4}/gsu), ([group]) => group)
  return groups.length === 0 ? [address] : [head + groups[0]!, ...groups.slice(1)]
}
