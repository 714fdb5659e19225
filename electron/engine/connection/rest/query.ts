import { fail, type ProblemError } from '#shared/domain/base/problem'
import { parseTime } from '#shared/domain/base/time'
import { restText } from '#shared/messages/service'

export const maxValues = 100
export const maxLimit = 1000

const comparisons = ['lt', 'lte', 'eq', 'gte', 'gt'] as const
type Comparison = (typeof comparisons)[number]

/** Omitted filters do not apply. A filter has 1 to 100 values, because an empty one would match everything. */
export interface AddressQuery {
  readonly profileIds?: readonly string[]
  readonly identityIds?: readonly string[]
  readonly ids?: readonly string[]
  readonly refIds?: readonly string[]
  readonly accountIds?: readonly string[]
  /** Any name is allowed, because networks may be added. */
  readonly networks?: readonly string[]
  /** Times such as 2006-01-02T15:04:05Z, with up to nine digits of a second. */
  readonly createdAt?: Readonly<Partial<Record<Comparison, string>>>
  /** Per page. */
  readonly limit?: number
  readonly order?: 'ASC' | 'DESC'
  readonly orderBy?: 'CREATED_AT'
  readonly pageCursor?: string
}

const filters = [
  ['profileIds', 'profile_ids'],
  ['identityIds', 'identity_ids'],
  ['ids', 'ids'],
  ['refIds', 'ref_ids'],
  ['accountIds', 'account_ids'],
  ['networks', 'networks']
] as const

const text = restText.query

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Throws a sentence if the query is invalid. */
export function addressParameters(query: AddressQuery): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [member, name] of filters) {
    const values = query[member]
    if (values === undefined) continue
    for (const value of checkedValues(values, member)) parameters.append(name, value)
  }
  for (const comparison of comparisons) {
    const time = query.createdAt?.[comparison]
    if (time === undefined) continue
    if (parseTime(time) === null) {
      throw wrong(`created_at.${comparison}`, text.invalidTime(shortened(time)))
    }
    parameters.append(`created_at.${comparison}`, time)
  }
  const { limit, order, orderBy, pageCursor } = query
  if (limit !== undefined) {
    if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
      throw wrong('limit', text.pageSize(maxLimit))
    }
    parameters.append('limit', String(limit))
  }
  if (order !== undefined) parameters.append('order', order)
  if (orderBy !== undefined) parameters.append('order_by', orderBy)
  if (pageCursor) parameters.append('page_cursor', pageCursor)
  return parameters
}

function checkedValues(values: readonly string[], member: keyof typeof text.filters): readonly string[] {
  const title = text.filters[member]
  const different = [...new Set(values)]
  if (different.length === 0) throw wrong(member, text.noValue(title))
  if (different.length > maxValues) {
    throw wrong(member, text.tooMany(title, maxValues, different.length))
  }
  if (different.some((value) => value.trim() === '')) {
    throw wrong(member, text.emptyValue(title))
  }
  const odd = member === 'ids' ? different.find((value) => !uuid.test(value)) : undefined
  if (odd !== undefined) {
    throw wrong(member, text.invalidId.address(shortened(odd)))
  }
  return different
}

/** Only a UUID, so that no text can change the path. */
export function pathId(id: string, kind: 'statement' | 'conversion'): string {
  const trimmed = id.trim()
  if (!uuid.test(trimmed)) {
    throw fail('rest.id', text.invalidId[kind](shortened(id)))
  }
  return encodeURIComponent(trimmed.toLowerCase())
}

const wrong = (member: string, sentence: string): ProblemError =>
  fail('rest.query', sentence, { detail: member })

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
