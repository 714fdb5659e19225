import type { AddressMatch, AddressRow, SearchedField } from '../../../../electron/shared/contract/addresses'
import type { ClockKind } from '../../../lib/format/time'

export type ColumnName =
  'created' | 'network' | 'address' | 'label' | 'profile' | 'refId' | 'target' | 'found'

export interface Column {
  readonly name: ColumnName
  readonly title: string
  /** In pixels. */
  readonly least: number
  /** Its share of what is left over. */
  readonly share: number
}

const gap = 16
const beside = 2 * 14 + 10
const wide = 1500
const veryWide = 2200

/** Those that give way last come first. */
const inOrderOfWorth: readonly ColumnName[] = [
  'address',
  'network',
  'created',
  'found',
  'refId',
  'target',
  'label',
  'profile'
]

/** What of an address a table of that width shows. */
export const addressCharacters = (width: number) => (width >= veryWide ? 70 : width >= wide ? 44 : 22)

export interface Needed {
  /** There are labels of the person's own. */
  readonly label: boolean
  /** Something was found where no other column shows it. */
  readonly found: boolean
}

/** The columns that fit, in the order in which they stand. */
export function columnsFor(width: number, clock: ClockKind, needed: Needed): readonly Column[] {
  const all: readonly Column[] = [
    {
      name: 'created',
      title: clock === 'utc' ? 'Created, UTC' : 'Created',
      least: clock === 'utc' ? 122 : 182,
      share: 0.4
    },
    { name: 'network', title: 'Network', least: 120, share: 0.2 },
    {
      name: 'address',
      title: 'Address',
      least: width >= veryWide ? 520 : width >= wide ? 332 : 172,
      share: 0.6
    },
    { name: 'label', title: 'Label', least: 84, share: 0.6 },
    { name: 'found', title: 'Also found in', least: 168, share: 1 },
    { name: 'profile', title: 'Profile', least: 72, share: 0.3 },
    { name: 'refId', title: 'Ref id', least: 132, share: 0.7 },
    { name: 'target', title: 'Converts to', least: 98, share: 0.2 }
  ]
  const taken: ColumnName[] = []
  let used = beside - gap
  for (const name of inOrderOfWorth) {
    if ((name === 'found' && !needed.found) || (name === 'label' && !needed.label)) continue
    const { least } = all.find((column) => column.name === name)!
    if (used + gap + least > width && taken.length > 1) break
    taken.push(name)
    used += gap + least
  }
  return all.filter(({ name }) => taken.includes(name))
}

export const templateOf = (columns: readonly Column[]) =>
  columns.map(({ least, share }) => `minmax(${least}px, ${share}fr)`).join(' ')

export const fieldOf: Partial<Record<ColumnName, SearchedField>> = {
  address: 'address',
  label: 'label',
  profile: 'profileId',
  refId: 'refId'
}

export const shortId = 8

/** What was found where none of the columns shows it. */
export function elsewhere(row: AddressRow | undefined, columns: readonly Column[]): AddressMatch | undefined {
  const shown = columns.map(({ name }) => fieldOf[name])
  return row?.matches.find(
    ({ field, ranges }) =>
      !shown.includes(field) || (field === 'profileId' && (ranges[0]?.[1] ?? 0) > shortId)
  )
}

export const fieldTitles: Readonly<Record<SearchedField, string>> = {
  address: 'address',
  id: 'address id',
  refId: 'ref id',
  label: 'label',
  profileId: 'profile',
  identityId: 'identity',
  accountId: 'account',
  customerId: 'customer',
  'metadata key': 'metadata',
  'metadata value': 'metadata'
}
