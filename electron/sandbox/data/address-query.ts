import type { Nanoseconds } from '#shared/domain/base/time'
import type { Addresses } from './addresses'

export type Order = 'ASC' | 'DESC'

/** All members must match; absent ones are ignored. IDs are resolved, so a set may be empty. */
export interface AddressQuery {
  readonly rows?: ReadonlySet<number>
  readonly references?: ReadonlySet<number>
  readonly profiles?: ReadonlySet<number>
  readonly identities?: ReadonlySet<number>
  readonly accounts?: ReadonlySet<number>
  readonly networks?: ReadonlySet<number>
  /** Inclusive. */
  readonly from?: Nanoseconds
  /** Exclusive. */
  readonly before?: Nanoseconds
}

interface AddressPage {
  readonly rows: readonly number[]
  /** The last row if more follow, else null. */
  readonly last: number | null
}

function firstFrom(addresses: Addresses, time: Nanoseconds): number {
  let low = 0
  let high = addresses.count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (addresses.createdAt(middle) < time) low = middle + 1
    else high = middle
  }
  return low
}

function matcher(addresses: Addresses, query: AddressQuery): (row: number) => boolean {
  const tests: ((row: number) => boolean)[] = []
  const { networks, profiles, identities, accounts, rows, references } = query
  if (networks) tests.push((row) => networks.has(addresses.network(row)))
  if (profiles) tests.push((row) => profiles.has(addresses.profile(row)))
  if (identities) tests.push((row) => identities.has(addresses.identity(row)))
  if (accounts) tests.push((row) => accounts.has(addresses.account(row)))
  if (rows) tests.push((row) => rows.has(row))
  if (references) tests.push((row) => references.has(row))
  return (row) => tests.every((test) => test(row))
}

/** `after` is the last row of the previous page; rows are sorted by creation. */
export function pageOf(
  addresses: Addresses,
  query: AddressQuery,
  page: { readonly order: Order; readonly limit: number; readonly after: number | null }
): AddressPage {
  let low = query.from === undefined ? 0 : firstFrom(addresses, query.from)
  let high = query.before === undefined ? addresses.count : firstFrom(addresses, query.before)
  const rising = page.order === 'ASC'
  if (page.after !== null) {
    if (rising) low = Math.max(low, page.after + 1)
    else high = Math.min(high, page.after)
  }
  const matches = matcher(addresses, query)
  const found: number[] = []
  for (const row of candidates(query, low, high, rising)) {
    if (!matches(row)) continue
    if (found.length === page.limit) return { rows: found, last: found.at(-1)! }
    found.push(row)
  }
  return { rows: found, last: null }
}

/** Only the named rows, if any. */
function* candidates(query: AddressQuery, low: number, high: number, rising: boolean): Iterable<number> {
  const named = query.rows ?? query.references
  if (named) {
    const inside = [...named].filter((row) => row >= low && row < high)
    yield* inside.sort((left, right) => (rising ? left - right : right - left))
    return
  }
  if (rising) for (let row = low; row < high; row += 1) yield row
  else for (let row = high - 1; row >= low; row -= 1) yield row
}
