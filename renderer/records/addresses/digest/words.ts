import { addressesText } from '#renderer/messages/addresses'
import { formatDateTime, type ClockKind } from '#renderer/lib/format/time'
import {
  changeKinds,
  type AddressDifference,
  type AddressDigest
} from '#shared/contract/records/addresses/index'

const { digest: text, fields } = addressesText

const toTheMinute = 16
const toTheSecond = 19

/** To the minute, with its zone. */
function lookTime(at: number, clock: ClockKind): string {
  const time = formatDateTime(at, clock)
  return time.slice(0, toTheMinute) + time.slice(toTheSecond)
}

export const totalOf = ({ counts }: AddressDigest) => changeKinds.reduce((sum, kind) => sum + counts[kind], 0)

export function titleOf(digest: AddressDigest, clock: ClockKind, count: (number: number) => string): string {
  const { since, counts } = digest
  const parts = (['added', 'changed', 'unlisted', 'relisted'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => text.counts[kind](count(counts[kind])))
  const time = lookTime(since, clock)
  return parts.length === 0 ? text.none(time) : text.since(time, parts.join(', '))
}

/** What the digest covers, so that nothing else is claimed. */
export function coverageOf(
  digest: AddressDigest,
  clock: ClockKind,
  count: (number: number) => string
): string {
  const { comparedAt, comparedBefore, unclear, counts } = digest
  const compared = () => [
    text.compared(lookTime(comparedAt ?? 0, clock)),
    comparedBefore === null ? text.neverBefore : text.before(lookTime(comparedBefore, clock)),
    ...(unclear > 0 ? [text.unclear(count(unclear))] : [])
  ]
  const sentences = comparedAt === null ? [text.notCompared] : compared()
  if (counts.loaded > 0) sentences.push(text.loaded(counts.loaded, count(counts.loaded)))
  return sentences.join(' ')
}

const names: Readonly<Record<AddressDifference['field'], string>> = {
  address: addressesText.columns.address,
  network: fields.network,
  conversionTarget: fields.convertsTo,
  refId: fields.refId,
  profileId: fields.profile,
  identityId: fields.identity,
  accountId: fields.account,
  customerId: fields.customer,
  createdAt: fields.created,
  compatibleNetworks: fields.alsoAccepts,
  metadata: addressesText.detail.metadata,
  more: ''
}

export const fieldName = ({ field, name }: AddressDifference) =>
  name === null ? names[field] : field === 'more' ? name : text.metadata(name)
