import {
  maxFilterValues,
  type AddressFilterName,
  type PastedValues
} from '#shared/contract/records/addresses'
import { cryptoNetworks, networkNames } from '#shared/domain/records/networks'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const longest = 300
const shownBad = 5
const maxBad = 100

const nouns = {
  ids: ['address id', 'address ids'],
  profileIds: ['profile id', 'profile ids'],
  identityIds: ['identity id', 'identity ids'],
  accountIds: ['account id', 'account ids'],
  refIds: ['reference id', 'reference ids'],
  networks: ['network', 'networks']
} as const satisfies Record<AddressFilterName, readonly [string, string]>

/**
 * Splits at commas, semicolons and white space; within double quotes these are a part of the value, and two quotes
 * are one. A quote that never ends ends with its line, so that it cannot swallow the rest.
 */
export function splitValues(text: string): string[] {
  const parts = text.matchAll(/"((?:[^"\r\n]|"")*)(?:"|(?=[\r\n])|$)|[^\s,;"]+/gu)
  return Array.from(parts, ([whole, quoted]) =>
    // Blanks within quotes are meant: a reference id may begin or end with one.
    quoted === undefined ? whole.replace(/^'(.*)'$/s, '$1') : quoted.replaceAll('""', '"')
  ).filter((value) => value.trim() !== '')
}

/** Values for a filter out of whatever was pasted; `known` are the networks that have been seen. */
export function parseValues(
  filter: AddressFilterName,
  text: string,
  known: readonly string[] = []
): PastedValues {
  const values = new Set<string>()
  const bad = new Set<string>()
  const byName = networksByName(known)
  let repeated = 0
  let over = 0
  for (const part of filter === 'networks' ? joinedNames(text, byName) : splitValues(text)) {
    const value = valueOf(filter, part, byName)
    if (value === null) bad.add(shortened(part))
    else if (values.has(value)) repeated += 1
    else if (values.size === maxFilterValues) over += 1
    else values.add(value)
  }
  const sentence = sentenceOf(nouns[filter], { taken: values.size, repeated, over, bad: [...bad] })
  return { values: [...values], repeated, bad: [...bad].slice(0, maxBad), sentence }
}

function valueOf(
  filter: AddressFilterName,
  part: string,
  byName: ReadonlyMap<string, string>
): string | null {
  if (filter === 'networks') return byName.get(part.trim().toLowerCase()) ?? null
  if (part.length > longest || hasControl(part)) return null
  // Only address ids are UUIDs by the service's description; all others are text, and text in capitals is other text.
  if (filter !== 'ids') return part
  const bare = part
    .trim()
    .replace(/^\{(.*)\}$/, '$1')
    .replace(/^urn:uuid:/i, '')
  return uuid.test(bare) ? bare.toLowerCase() : null
}

const hasControl = (text: string) => /\p{Cc}/u.test(text)

function networksByName(known: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map(known.map((network) => [network.toLowerCase(), network]))
  for (const network of cryptoNetworks) {
    names.set(network.toLowerCase(), network)
    names.set(networkNames[network].toLowerCase(), network)
  }
  return names
}

/** "Bitcoin Cash" is one name though it has a space, and is looked for before "Bitcoin". */
function joinedNames(text: string, byName: ReadonlyMap<string, string>): string[] {
  const parts = splitValues(text)
  const joined: string[] = []
  for (let index = 0; index < parts.length;) {
    const two = parts.slice(index, index + 2).join(' ')
    const isName = index + 1 < parts.length && byName.has(two.toLowerCase())
    joined.push(isName ? two : parts[index]!)
    index += isName ? 2 : 1
  }
  return joined
}

interface Counted {
  readonly taken: number
  readonly repeated: number
  readonly over: number
  readonly bad: readonly string[]
}

function sentenceOf(
  [one, many]: readonly [string, string],
  { taken, repeated, over, bad }: Counted
): string | null {
  const said: string[] = []
  if (bad.length > 0) {
    const shown = bad.slice(0, shownBad).map((text) => `“${text}”`)
    const rest = bad.length - shown.length
    const list = shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
    said.push(
      bad.length === 1
        ? `${list} is not a valid ${one} (skipped).`
        : `${list} are not valid ${many} (skipped).`
    )
  }
  if (over > 0) said.push(`A filter is limited to ${maxFilterValues} ${many}; ${over} skipped.`)
  if (repeated > 0) said.push(repeated === 1 ? '1 duplicate ignored.' : `${repeated} duplicates ignored.`)
  if (taken === 0 && said.length === 0) said.push(`There is no ${one} in it.`)
  return said.length === 0 ? null : said.join(' ')
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
