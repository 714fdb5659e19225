import { addressesText } from '#renderer/messages/addresses'
import type { AddressDetail } from '#shared/contract/records/addresses/index'
import type { ClockKind } from '#renderer/lib/format/time'
import { wholeTime } from '../words'

export interface Pair {
  readonly name: string
  readonly value: string
}

const none = '–'
const text = addressesText.fields

/** Except address and metadata. */
export function fieldsOf(shown: AddressDetail, clock: ClockKind): readonly Pair[] {
  const { compatibleNetworks } = shown
  return [
    { name: text.profile, value: shown.profileId },
    { name: text.customer, value: shown.customerId },
    { name: text.identity, value: shown.identityId ?? none },
    { name: text.account, value: shown.accountId ?? none },
    { name: text.refId, value: shown.refId ?? none },
    { name: text.convertsTo, value: shown.conversionTarget },
    { name: text.created, value: wholeTime(shown.createdAt, clock) },
    { name: text.createdAsSent, value: shown.createdAt },
    { name: text.alsoAccepts, value: compatibleNetworks?.map(({ name }) => name).join(', ') || none },
    { name: text.network, value: shown.network },
    { name: text.addressId, value: shown.id },
    ...shown.more.map(([name, value]) => ({ name, value }))
  ]
}

export const metadataOf = ({ metadata }: AddressDetail): readonly Pair[] =>
  metadata.map(([name, value]) => ({ name, value }))
