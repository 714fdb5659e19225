import { toProblem } from '../domain/base/problem'
import { isRecord, malformed, RecordReader, type Moment, type Raw } from './record-reader'

/** Unknown networks and targets are kept as sent. */
export interface DepositAddress {
  readonly id: string
  readonly profileId: string
  readonly customerId: string
  readonly network: string
  readonly address: string
  readonly conversionTarget: string
  readonly createdAt: Moment
  readonly identityId: string | null
  readonly refId: string | null
  readonly accountId: string | null
  readonly metadata: Readonly<Record<string, string>> | null
  readonly compatibleNetworks: readonly string[] | null
  /** Undocumented fields, as sent. */
  readonly more: Raw
}

/** An address without required fields, reported so that it is not lost silently. */
interface UnreadableAddress {
  /** From 0. */
  readonly index: number
  readonly reason: string
  readonly raw: unknown
}

export interface DepositAddresses {
  readonly items: readonly DepositAddress[]
  readonly unreadable: readonly UnreadableAddress[]
  readonly nextCursor: string | null
  readonly more: Raw
}

export function decodeDepositAddress(body: unknown): DepositAddress {
  if (!isRecord(body)) throw malformed('address', 'not an object')
  const fields = new RecordReader('address', body)
  return {
    id: fields.required('id'),
    profileId: fields.required('profile_id'),
    customerId: fields.required('customer_id'),
    network: fields.required('crypto_network'),
    address: fields.required('address'),
    conversionTarget: fields.required('conversion_target_asset'),
    createdAt: fields.requiredMoment('created_at'),
    identityId: fields.text('identity_id'),
    refId: fields.text('ref_id'),
    accountId: fields.text('account_id'),
    metadata: fields.pairs('metadata'),
    compatibleNetworks: fields.texts('compatible_crypto_networks'),
    more: fields.more()
  }
}

export function decodeDepositAddresses(body: unknown): DepositAddresses {
  if (!isRecord(body)) throw malformed('addresses', 'not an object')
  const { items: list, next_page_cursor: cursor, ...more } = body
  // Without items the answer would look empty, without a cursor like the last page.
  if (list !== null && !Array.isArray(list)) throw malformed('addresses', 'wrong or missing: items')
  if (cursor !== undefined && cursor !== null && typeof cursor !== 'string') {
    throw malformed('addresses', 'wrong: next_page_cursor')
  }
  const items: DepositAddress[] = []
  const unreadable: UnreadableAddress[] = []
  const all: readonly unknown[] = list ?? []
  all.forEach((raw, index) => {
    try {
      items.push(decodeDepositAddress(raw))
    } catch (thrown) {
      const { detail, sentence } = toProblem(thrown)
      unreadable.push({ index, reason: detail ?? sentence, raw })
    }
  })
  return { items, unreadable, nextCursor: cursor || null, more }
}
