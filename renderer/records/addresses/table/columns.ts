import { addressesText } from '#renderer/messages/addresses'
import type { AddressMatch, AddressRow, SearchedField } from '#shared/contract/records/addresses/index'
import type { ClockKind } from '#renderer/lib/format/time'
import { fittingColumns, widthTaken, type Column as UiColumn } from '#renderer/ui/columns'

const text = addressesText.columns

type ColumnName = 'created' | 'network' | 'address' | 'label' | 'profile' | 'refId' | 'target' | 'found'

export type Column = UiColumn<ColumnName>

/** Pixels of a 12 px digit. */
const character = 7.23
/** Stellar addresses with an account are the longest common ones; longer ones are shortened. */
const wholeAddress = 70
const shortAddress = 22
/** As 2026-10-14 08:13, and with a zone such as UTC+05:30. */
const utcTime = 16
const localTime = 26
const widthOf = (characters: number) => Math.ceil(characters * character) + 6

/** The first is dropped last. */
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

/** The characters that fit. */
export function addressCharacters(columns: readonly Column[]): number {
  const min = columns.find(({ name }) => name === 'address')?.min ?? 0
  return Math.max(shortAddress, Math.floor((min - 6) / character))
}

interface Needed {
  /** The user has labels. */
  readonly label: boolean
  /** A match outside the visible columns. */
  readonly found: boolean
}

/** In display order. */
export function columnsFor(width: number, clock: ClockKind, needed: Needed): readonly Column[] {
  const all: readonly Column[] = [
    {
      name: 'created',
      title: clock === 'utc' ? text.createdUtc : text.created,
      min: widthOf(clock === 'utc' ? utcTime : localTime),
      share: 0.4
    },
    { name: 'network', title: text.network, min: 120, share: 0.2 },
    {
      name: 'address',
      title: text.address,
      min: widthOf(shortAddress),
      share: 0
    },
    { name: 'label', title: text.label, min: 84, share: 0.6 },
    { name: 'found', title: text.found, min: 208, share: 1 },
    { name: 'profile', title: text.profile, min: 78, share: 0.3 },
    { name: 'refId', title: text.refId, min: 132, share: 0.7 },
    { name: 'target', title: text.target, min: 98, share: 0.2 }
  ]
  const wanted = all.filter(
    ({ name }) => (name !== 'found' || needed.found) && (name !== 'label' || needed.label)
  )
  const fitting = fittingColumns(wanted, width, { inOrderOfWorth, atLeast: 2 })
  // Free space goes to the address, because similar addresses differ in the middle.
  const free = Math.max(0, width - widthTaken(fitting))
  return fitting.map((column) =>
    column.name === 'address'
      ? { ...column, min: Math.min(widthOf(wholeAddress), column.min + free) }
      : column
  )
}

export const fieldOf: Partial<Record<ColumnName, SearchedField>> = {
  address: 'address',
  label: 'label',
  profile: 'profileId',
  refId: 'refId'
}

export const shortId = 8

/** A match in no visible column. */
export function elsewhere(row: AddressRow | undefined, columns: readonly Column[]): AddressMatch | undefined {
  const shown = columns.map(({ name }) => fieldOf[name])
  return row?.matches.find(
    ({ field, ranges }) =>
      !shown.includes(field) || (field === 'profileId' && (ranges[0]?.[1] ?? 0) > shortId)
  )
}

/** The field of a match; metadata keys are shortened. */
export function fieldText({ field, key }: AddressMatch, max = Infinity): string {
  if (key === undefined) return addressesText.matchedFields[field]
  const letters = [...key]
  return `${addressesText.matchedFields[field]} ${letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : key}`
}
