import type { AddressFilterName, AddressFilters } from '#shared/contract/records/addresses/index'
import { nanosecondsInSecond, parseTime, type Nanoseconds } from '#shared/domain/base/time'
import type { AddressRows } from '../store/address-rows'
import { cells } from '../store/row-record'

const cellOf = {
  ids: cells.id,
  profileIds: cells.profileId,
  identityIds: cells.identityId,
  accountIds: cells.accountId,
  refIds: cells.refId,
  networks: cells.network
} as const satisfies Record<AddressFilterName, number>
const names = Object.keys(cellOf) as AddressFilterName[]

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

type Test = (row: number) => boolean

/** Matches like the service: all filters, and any value of each. */
export function rowFilter(rows: AddressRows, filters: AddressFilters): Test {
  const tests: Test[] = []
  for (const name of names) {
    const values = filters[name]
    if (values) tests.push(cellTest(rows, name, values))
  }
  if (filters.createdAt) tests.push(timeTest(rows, rangeOf(filters.createdAt)))
  return (row) => tests.every((test) => test(row))
}

function cellTest(rows: AddressRows, name: AddressFilterName, values: readonly string[]): Test {
  const pool = name === 'networks' ? rows.names : rows.texts
  const codes = new Set<number>()
  for (const value of values) {
    codes.add(pool.find(value))
    // Some services ignore the case of UUIDs.
    if (uuid.test(value)) codes.add(pool.find(value.toLowerCase())).add(pool.find(value.toUpperCase()))
  }
  // Unknown values match nothing, in particular not rows without a value.
  codes.delete(0)
  const cell = cellOf[name]
  return (row) => codes.has(rows.cell(row, cell))
}

interface Range {
  /** Inclusive. */
  readonly from: Nanoseconds | null
  /** Exclusive. */
  readonly before: Nanoseconds | null
}

function rangeOf(createdAt: NonNullable<AddressFilters['createdAt']>): Range {
  let from: Nanoseconds | null = null
  let before: Nanoseconds | null = null
  const notBefore = (time: Nanoseconds) => {
    if (from === null || time > from) from = time
  }
  const notAfter = (end: Nanoseconds) => {
    if (before === null || end < before) before = end
  }
  for (const [comparison, text] of Object.entries(createdAt)) {
    const time = parseTime(text)
    // An invalid time matches nothing.
    if (time === null) return { from: 1n, before: 0n }
    if (comparison === 'gte' || comparison === 'eq') notBefore(time)
    if (comparison === 'gt') notBefore(time + 1n)
    if (comparison === 'lt') notAfter(time)
    if (comparison === 'lte' || comparison === 'eq') notAfter(time + 1n)
  }
  return { from, before }
}

function timeTest(rows: AddressRows, { from, before }: Range): Test {
  const tests: Test[] = [(row) => !Number.isNaN(rows.seconds(row))]
  if (from !== null) {
    const bound = boundOf(from)
    tests.push((row) => !isEarlier(rows, row, bound))
  }
  if (before !== null) {
    const bound = boundOf(before)
    tests.push((row) => isEarlier(rows, row, bound))
  }
  return (row) => tests.every((test) => test(row))
}

interface Bound {
  readonly seconds: number
  readonly nanoseconds: number
}

function boundOf(time: Nanoseconds): Bound {
  const fraction = ((time % nanosecondsInSecond) + nanosecondsInSecond) % nanosecondsInSecond
  return { seconds: Number((time - fraction) / nanosecondsInSecond), nanoseconds: Number(fraction) }
}

function isEarlier(rows: AddressRows, row: number, { seconds, nanoseconds }: Bound): boolean {
  const own = rows.seconds(row)
  return own < seconds || (own === seconds && rows.nanoseconds(row) < nanoseconds)
}
