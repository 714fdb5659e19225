import { addressesText } from '#renderer/messages/addresses'
import {
  timeComparisons,
  type AddressFilterName,
  type AddressFilters,
  type TimeComparison
} from '#shared/contract/records/addresses/index'
import { networkName } from '#shared/domain/records/networks'
import { shownMoment } from '../../../lib/format/moment'

export type FilterName = AddressFilterName | 'createdAt'

const { titles, andMore } = addressesText.filters

/** In menu order. */
export const filterNames: readonly FilterName[] = [
  'networks',
  'createdAt',
  'profileIds',
  'refIds',
  'identityIds',
  'accountIds',
  'ids'
]

const comparisonSigns: Readonly<Record<TimeComparison, string>> = {
  lt: '<',
  lte: '≤',
  eq: '=',
  gte: '≥',
  gt: '>'
}

export const usedFilters = (filters: AddressFilters) =>
  filterNames.filter((name) => filters[name] !== undefined)

const shownValues = 2
const maxValueLength = 18

/** A filter and its first values. */
export function chipText(name: FilterName, filters: AddressFilters): string {
  const title = titles[name]
  if (name === 'createdAt') {
    const times = timeComparisons.flatMap((comparison) => {
      const time = filters.createdAt?.[comparison]
      return time === undefined ? [] : [`${comparisonSigns[comparison]} ${shownMoment(time)}`]
    })
    return `${title} ${times.join(', ')}`
  }
  const values = filters[name] ?? []
  const first = values.slice(0, shownValues).map((value) => valueText(name, value))
  const rest = values.length - first.length
  return `${title}: ${first.join(', ')}${rest > 0 ? ` +${rest}` : ''}`
}

const maxNamed = 10

export function chipTitle(name: FilterName, filters: AddressFilters): string {
  if (name === 'createdAt') return chipText(name, filters)
  const values = filters[name] ?? []
  const named = values.slice(0, maxNamed).map((value) => (name === 'networks' ? networkName(value) : value))
  const rest = values.length - named.length
  const list = named.join(', ')
  return `${titles[name]}: ${rest > 0 ? andMore(list, rest) : list}`
}

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

function valueText(name: FilterName, value: string): string {
  if (name === 'networks') return networkName(value)
  if (uuid.test(value)) return `${value.slice(0, 8)}…`
  return value.length > maxValueLength ? `${value.slice(0, maxValueLength - 1)}…` : value
}

/** An empty value removes the filter. */
export function withFilter<Name extends FilterName>(
  filters: AddressFilters,
  name: Name,
  value: AddressFilters[Name] | null
): AddressFilters {
  const { [name]: _before, ...others } = filters
  const isEmpty = value === null || value === undefined || Object.keys(value).length === 0
  return isEmpty ? others : { ...others, [name]: value }
}

export const keyOf = (filters: AddressFilters) =>
  JSON.stringify(
    usedFilters(filters).map((name) =>
      name === 'createdAt'
        ? timeComparisons.map((comparison) => filters.createdAt?.[comparison] ?? null)
        : [name, [...(filters[name] ?? [])].sort()]
    )
  )
