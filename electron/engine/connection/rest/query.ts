import { fail, type ProblemError } from '#shared/domain/base/problem'
import { parseTime } from '#shared/domain/base/time'

export const maxValues = 100
export const maxLimit = 1000

const comparisons = ['lt', 'lte', 'eq', 'gte', 'gt'] as const
type Comparison = (typeof comparisons)[number]

/** What is left out does not filter. A filter that is there has 1 to 100 values: no value would mean all addresses. */
export interface AddressQuery {
  readonly profileIds?: readonly string[]
  readonly identityIds?: readonly string[]
  readonly ids?: readonly string[]
  readonly refIds?: readonly string[]
  readonly accountIds?: readonly string[]
  /** New networks may come, so that any name is sent. */
  readonly networks?: readonly string[]
  /** Times such as 2006-01-02T15:04:05Z, with up to nine digits of a second. */
  readonly createdAt?: Readonly<Partial<Record<Comparison, string>>>
  /** Addresses on one page. */
  readonly limit?: number
  readonly order?: 'ASC' | 'DESC'
  readonly orderBy?: 'CREATED_AT'
  readonly pageCursor?: string
}

const filters = [
  ['profileIds', 'profile_ids', 'profile ids'],
  ['identityIds', 'identity_ids', 'identity ids'],
  ['ids', 'ids', 'address ids'],
  ['refIds', 'ref_ids', 'reference ids'],
  ['accountIds', 'account_ids', 'account ids'],
  ['networks', 'networks', 'networks']
] as const

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The query as it is sent, or the sentence that says what is wrong with it. */
export function addressParameters(query: AddressQuery): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [member, name, title] of filters) {
    const values = query[member]
    if (values === undefined) continue
    for (const value of checkedValues(values, member, title)) parameters.append(name, value)
  }
  for (const comparison of comparisons) {
    const time = query.createdAt?.[comparison]
    if (time === undefined) continue
    if (parseTime(time) === null) {
      throw wrong(
        `created_at.${comparison}`,
        `“${shortened(time)}” is not a valid time, e.g. 2006-01-02T15:04:05Z.`
      )
    }
    parameters.append(`created_at.${comparison}`, time)
  }
  const { limit, order, orderBy, pageCursor } = query
  if (limit !== undefined) {
    if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
      throw wrong('limit', `A page may have from 1 to ${maxLimit} addresses.`)
    }
    parameters.append('limit', String(limit))
  }
  if (order !== undefined) parameters.append('order', order)
  if (orderBy !== undefined) parameters.append('order_by', orderBy)
  if (pageCursor) parameters.append('page_cursor', pageCursor)
  return parameters
}

function checkedValues(values: readonly string[], member: string, title: string): readonly string[] {
  const different = [...new Set(values)]
  if (different.length === 0) throw wrong(member, `The filter by ${title} has no value.`)
  if (different.length > maxValues) {
    throw wrong(
      member,
      `A filter may have ${maxValues} ${title} at most; there are ${different.length}. Ask in parts.`
    )
  }
  if (different.some((value) => value.trim() === '')) {
    throw wrong(member, `One of the ${title} to filter by is empty.`)
  }
  const odd = member === 'ids' ? different.find((value) => !uuid.test(value)) : undefined
  if (odd !== undefined) {
    throw wrong(member, `“${shortened(odd)}” is no address id. It looks like ${exampleId}.`)
  }
  return different
}

const exampleId = '3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23'

/** The id in a path: a UUID and nothing else, so that no text can lead elsewhere. */
export function pathId(id: string, title: 'statement' | 'conversion'): string {
  const trimmed = id.trim()
  if (!uuid.test(trimmed)) {
    throw fail('rest.id', `“${shortened(id)}” is no ${title} id. It looks like ${exampleId}.`)
  }
  return encodeURIComponent(trimmed.toLowerCase())
}

const wrong = (member: string, sentence: string): ProblemError =>
  fail('rest.query', sentence, { detail: member })

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
