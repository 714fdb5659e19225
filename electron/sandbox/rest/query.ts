import { isCryptoNetwork, cryptoNetworks } from '#shared/domain/records/networks'
import { parseTime, type Nanoseconds } from '#shared/domain/base/time'
import type { Addresses } from '../data/addresses'
import type { AddressQuery, Order } from '../data/address-query'
import { isUuid } from '../data/ids'
import { badParameter } from '../http/problem'

const maxValues = 100
const defaultLimit = 100
const maxLimit = 1000

const listNames = ['profile_ids', 'identity_ids', 'ids', 'ref_ids', 'account_ids', 'networks'] as const
type ListName = (typeof listNames)[number]
const comparisons = ['lt', 'lte', 'eq', 'gte', 'gt'] as const

interface AddressRequest {
  readonly query: AddressQuery
  readonly order: Order
  readonly limit: number
  readonly cursor: string | null
  /** Ignores page and limit; a cursor is valid for one fingerprint. */
  readonly fingerprint: string
}

function single(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name)
  if (values.length > 1) throw badParameter(name, 'may be given once only')
  return values[0] ?? null
}

function oneOf<T extends string>(
  parameters: URLSearchParams,
  name: string,
  choices: readonly [T, ...T[]]
): T {
  const value = single(parameters, name)
  if (value === null) return choices[0]
  const found = choices.find((choice) => choice === value)
  if (!found) throw badParameter(name, `must be ${choices.join(' or ')}`)
  return found
}

function limitOf(parameters: URLSearchParams): number {
  const text = single(parameters, 'limit')
  if (text === null) return defaultLimit
  const limit = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > maxLimit) throw badParameter('limit', `must be a number from 1 to ${maxLimit}`)
  return limit
}

/** All five may be combined into one range. */
function rangeOf(parameters: URLSearchParams): { from?: Nanoseconds; before?: Nanoseconds } {
  const from: Nanoseconds[] = []
  const before: Nanoseconds[] = []
  for (const comparison of comparisons) {
    const name = `created_at.${comparison}`
    const text = single(parameters, name)
    if (text === null) continue
    const time = parseTime(text)
    if (time === null) throw badParameter(name, 'must be a time such as 2006-01-02T15:04:05Z')
    if (comparison === 'gte' || comparison === 'eq') from.push(time)
    if (comparison === 'gt') from.push(time + 1n)
    if (comparison === 'lt') before.push(time)
    if (comparison === 'lte' || comparison === 'eq') before.push(time + 1n)
  }
  const latest = from.reduce((left, right) => (left > right ? left : right), from[0] ?? 0n)
  const earliest = before.reduce((left, right) => (left < right ? left : right), before[0] ?? 0n)
  return { ...(from.length > 0 && { from: latest }), ...(before.length > 0 && { before: earliest }) }
}

function listsOf(parameters: URLSearchParams): Partial<Record<ListName, readonly string[]>> {
  const lists: Partial<Record<ListName, readonly string[]>> = {}
  for (const name of listNames) {
    const values = parameters.getAll(name)
    if (values.length === 0) continue
    if (values.length > maxValues) throw badParameter(name, `may have ${maxValues} values at most`)
    lists[name] = values
  }
  if (lists.ids?.some((id) => !isUuid(id))) throw badParameter('ids', 'every value must be a UUID')
  if (lists.networks?.some((network) => !isCryptoNetwork(network))) {
    throw badParameter('networks', `every value must be one of ${cryptoNetworks.join(', ')}`)
  }
  return lists
}

/** Unknown IDs match nothing rather than everything. */
const resolve = (values: readonly string[], find: (text: string) => number | null) =>
  new Set(values.map(find).filter((found) => found !== null))

export function readAddressRequest(parameters: URLSearchParams, addresses: Addresses): AddressRequest {
  const lists = listsOf(parameters)
  const range = rangeOf(parameters)
  const order = oneOf(parameters, 'order', ['DESC', 'ASC'])
  const orderBy = oneOf(parameters, 'order_by', ['CREATED_AT'])
  const { ids } = addresses
  const query: AddressQuery = {
    ...range,
    ...(lists.ids && { rows: resolve(lists.ids, (id) => addresses.findId(id)) }),
    ...(lists.ref_ids && { references: resolve(lists.ref_ids, (text) => addresses.findReference(text)) }),
    ...(lists.profile_ids && { profiles: resolve(lists.profile_ids, (id) => ids.find('profile', id)) }),
    ...(lists.identity_ids && { identities: resolve(lists.identity_ids, (id) => ids.find('identity', id)) }),
    ...(lists.account_ids && { accounts: resolve(lists.account_ids, (id) => ids.find('account', id)) }),
    ...(lists.networks && {
      networks: resolve(lists.networks, (name) => cryptoNetworks.findIndex((network) => network === name))
    })
  }
  const sorted = listNames.map((name) => (lists[name] ? [...new Set(lists[name])].sort() : null))
  const bounds = [range.from?.toString() ?? null, range.before?.toString() ?? null]
  return {
    query,
    order,
    limit: limitOf(parameters),
    cursor: single(parameters, 'page_cursor'),
    fingerprint: JSON.stringify([sorted, bounds, order, orderBy])
  }
}
