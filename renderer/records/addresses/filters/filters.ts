import type { AddressFilterName, AddressFilters, TimeComparison } from '#shared/contract/records/addresses'
import { timeComparisons } from '#shared/contract/records/addresses'
import { isCryptoNetwork, networkNames } from '#shared/domain/records/networks'
import { shownMoment } from './moment'

export type FilterName = AddressFilterName | 'createdAt'

interface Words {
  readonly title: string
  readonly many: string
}

/** In the order in which they are offered, and in which the chips stand. */
export const filterWords: Readonly<Record<FilterName, Words>> = {
  networks: { title: 'Network', many: 'Networks' },
  createdAt: { title: 'Created', many: 'Time of creation' },
  profileIds: { title: 'Profile', many: 'Profile ids' },
  refIds: { title: 'Ref id', many: 'Reference ids' },
  identityIds: { title: 'Identity', many: 'Identity ids' },
  accountIds: { title: 'Account', many: 'Account ids' },
  ids: { title: 'Address id', many: 'Address ids' }
}
export const filterNames = Object.keys(filterWords) as FilterName[]

const comparisonSigns: Readonly<Record<TimeComparison, string>> = {
  lt: '<',
  lte: '≤',
  eq: '=',
  gte: '≥',
  gt: '>'
}

export const networkTitle = (network: string) => (isCryptoNetwork(network) ? networkNames[network] : network)

export const usedFilters = (filters: AddressFilters) =>
  filterNames.filter((name) => filters[name] !== undefined)

const shownValues = 2
const maxValueLength = 18

/** What a chip says: its filter, and the first of its values. */
export function chipText(name: FilterName, filters: AddressFilters): string {
  const { title } = filterWords[name]
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

/** What a chip says of its filter when it is pointed at: values as they are, and not only the first. */
export function chipTitle(name: FilterName, filters: AddressFilters): string {
  if (name === 'createdAt') return chipText(name, filters)
  const values = filters[name] ?? []
  const named = values.slice(0, maxNamed).map((value) => (name === 'networks' ? networkTitle(value) : value))
  const rest = values.length - named.length
  return `${filterWords[name].title}: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

function valueText(name: FilterName, value: string): string {
  if (name === 'networks') return networkTitle(value)
  if (uuid.test(value)) return `${value.slice(0, 8)}…`
  return value.length > maxValueLength ? `${value.slice(0, maxValueLength - 1)}…` : value
}

/** The filters with one of them set anew, or taken out where there is nothing in it. */
export function withFilter<Name extends FilterName>(
  filters: AddressFilters,
  name: Name,
  value: AddressFilters[Name] | null
): AddressFilters {
  const { [name]: _before, ...others } = filters
  const isEmpty = value === null || value === undefined || Object.keys(value).length === 0
  return isEmpty ? others : { ...others, [name]: value }
}

/** Equal for filters that leave the same addresses, whatever their order. */
export const keyOf = (filters: AddressFilters) =>
  JSON.stringify(
    usedFilters(filters).map((name) =>
      name === 'createdAt'
        ? timeComparisons.map((comparison) => filters.createdAt?.[comparison] ?? null)
        : [name, [...(filters[name] ?? [])].sort()]
    )
  )
