import type { AddressDifference } from '#shared/contract/records/addresses/index'
import type { AddressRows } from '../store/address-rows'
import { cells, fixedCells } from '../store/row-record'

const texts = [
  cells.address,
  cells.refId,
  cells.profileId,
  cells.identityId,
  cells.accountId,
  cells.customerId,
  cells.network,
  cells.conversionTarget
]

/** Two versions say the same: the order of metadata, networks and other fields has no meaning. */
export function isSame(rows: AddressRows, one: number, other: number): boolean {
  const differs = (cell: number) => rows.cell(one, cell) !== rows.cell(other, cell)
  if (texts.some(differs)) return false
  const sorted = (row: number) => pairsOf(rows, row).sort().join(';')
  if (sorted(one) !== sorted(other)) return false
  const isSameTime =
    Number.isNaN(rows.seconds(one)) || Number.isNaN(rows.seconds(other))
      ? !differs(cells.createdAt)
      : rows.createdAt(one) === rows.createdAt(other)
  if (!isSameTime) return false
  if (!differs(cells.compatible) && !differs(cells.more)) return true
  return differencesOf(rows, one, other).length === 0
}

function pairsOf(rows: AddressRows, row: number): string[] {
  const codes = rows.codes(row)
  const pairs: string[] = []
  for (let cell = fixedCells; cell < codes.length; cell += 2) pairs.push(`${codes[cell]}:${codes[cell + 1]}`)
  return pairs
}

const longest = 300
const shown = (text: string | null) =>
  text === null || text.length <= longest ? text : `${text.slice(0, longest)}…`

/** What differs, as text. */
export function differencesOf(rows: AddressRows, was: number, is: number): AddressDifference[] {
  const [before, now] = [rows.record(was), rows.record(is)]
  const differences: AddressDifference[] = []
  const compare = (
    field: AddressDifference['field'],
    one: string | null,
    other: string | null,
    name: string | null = null
  ) => {
    if (one !== other) differences.push({ field, name, was: shown(one), is: shown(other) })
  }
  compare('address', before.address, now.address)
  compare('network', before.network, now.network)
  compare('conversionTarget', before.conversionTarget, now.conversionTarget)
  compare('refId', before.refId, now.refId)
  compare('profileId', before.profileId, now.profileId)
  compare('identityId', before.identityId, now.identityId)
  compare('accountId', before.accountId, now.accountId)
  compare('customerId', before.customerId, now.customerId)
  const isSameTime = before.createdAt.at !== null && before.createdAt.at === now.createdAt.at
  if (!isSameTime) compare('createdAt', before.createdAt.text, now.createdAt.text)
  const networks = (list: readonly string[] | null) => list?.toSorted().join(', ') || null
  compare('compatibleNetworks', networks(before.compatibleNetworks), networks(now.compatibleNetworks))
  const values = (field: 'metadata' | 'more', one: Values, other: Values) => {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      compare(field, one[name] ?? null, other[name] ?? null, name)
    }
  }
  values('metadata', before.metadata ?? {}, now.metadata ?? {})
  values('more', written(before.more), written(now.more))
  return differences
}

type Values = Readonly<Record<string, string>>

const written = (fields: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))
