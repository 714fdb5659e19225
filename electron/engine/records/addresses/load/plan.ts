import { addressText } from '#shared/messages/addresses'
import {
  addressFilterNames,
  type AddressFilterName,
  type AddressFilters
} from '#shared/contract/records/addresses/index'
import { fail } from '#shared/domain/base/problem'
import { parseTime } from '#shared/domain/base/time'
import { maxValues, type AddressQuery } from '#engine/connection/rest/index'

const maxRequests = 2000

/** Servers commonly accept 8 KB including token and path. */
const maxCharacters = 6000
const perValue = '&identity_ids='.length

type Chunks = readonly (readonly string[])[]

/**
 * Splits filters with over a hundred values: every part of one filter is combined with every part of the others,
 * which together match the same as one request.
 */
export function planRequests(filters: AddressFilters): AddressQuery[] {
  checkTimes(filters)
  const used = addressFilterNames.flatMap((name) => {
    const values = [...new Set(filters[name] ?? [])]
    return values.length === 0 ? [] : [{ name, values, size: maxValues }]
  })
  while (charactersOf(used) > maxCharacters) {
    const longest = used.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one))
    if (longest.size === 1) break
    longest.size = Math.ceil(Math.min(longest.size, longest.values.length) / 2)
  }
  const count = used.reduce((product, { values, size }) => product * Math.ceil(values.length / size), 1)
  if (count > maxRequests) {
    throw fail('addresses.too-many-requests', addressText.query.tooMany(count, maxRequests))
  }
  let queries: AddressQuery[] = [filters.createdAt ? { createdAt: filters.createdAt } : {}]
  for (const { name, values, size } of used) {
    const parts = chunksOf(values, size)
    queries = queries.flatMap((query) => parts.map((part) => ({ ...query, [name]: part })))
  }
  return queries
}

interface Used {
  readonly name: AddressFilterName
  readonly values: readonly string[]
  size: number
}

/** The longest part, URL-encoded. */
function weightOf({ values, size }: Used): number {
  const count = Math.min(size, values.length)
  const longest = values.reduce((max, value) => Math.max(max, encodeURIComponent(value).length), 0)
  return count * (perValue + longest)
}

const charactersOf = (used: readonly Used[]) => used.reduce((sum, one) => sum + weightOf(one), 0)

function chunksOf(values: readonly string[], size: number): Chunks {
  const count = Math.ceil(values.length / size)
  return Array.from({ length: count }, (_, index) => values.slice(index * size, (index + 1) * size))
}

function checkTimes({ createdAt }: AddressFilters): void {
  for (const text of Object.values(createdAt ?? {})) {
    if (parseTime(text) !== null) continue
    const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
    throw fail('addresses.time', addressText.query.time(shown))
  }
}
