import type { AddressDetail } from '#shared/contract/records/addresses'
import type { ClockKind } from '#renderer/lib/format/time'
import { wholeTime } from '../words'

export interface Pair {
  readonly name: string
  readonly value: string
}

const none = '–'

/** Every field of the record but its address and metadata, which are shown by themselves. */
export function fieldsOf(shown: AddressDetail, clock: ClockKind): readonly Pair[] {
  const { compatibleNetworks } = shown
  return [
    { name: 'Profile', value: shown.profileId },
    { name: 'Customer', value: shown.customerId },
    { name: 'Identity', value: shown.identityId ?? none },
    { name: 'Account', value: shown.accountId ?? none },
    { name: 'Ref id', value: shown.refId ?? none },
    { name: 'Converts to', value: shown.conversionTarget },
    { name: 'Created', value: wholeTime(shown.createdAt, clock) },
    { name: 'As written', value: shown.createdAt },
    { name: 'Also accepts', value: compatibleNetworks?.map(({ name }) => name).join(', ') || none },
    { name: 'Network', value: shown.network },
    { name: 'Address id', value: shown.id },
    ...shown.more.map(([name, value]) => ({ name, value }))
  ]
}

export const metadataOf = ({ metadata }: AddressDetail): readonly Pair[] =>
  metadata.map(([name, value]) => ({ name, value }))
