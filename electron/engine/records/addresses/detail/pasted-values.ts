import { addressText } from '#shared/messages/addresses'
import {
  maxFilterValues,
  type AddressFilterName,
  type PastedValues
} from '#shared/contract/records/addresses/index'
import { cryptoNetworks, networkName } from '#shared/domain/records/networks'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const maxLength = 300
const shownBad = 5
const maxBad = 100

const text = addressText.values

/**
 * Splits at commas, semicolons and white space outside double quotes; two quotes are one. An unclosed quote ends with
 * its line.
 */
export function splitValues(pasted: string): string[] {
  const parts = pasted.matchAll(/"((?:[^"\r\n]|"")*)(?:"|(?=[\r\n])|$)|[^\s,;"]+/gu)
  return Array.from(parts, ([whole, quoted]) =>
    // Quoted values keep surrounding spaces.
    quoted === undefined ? whole.replace(/^'(.*)'$/s, '$1') : quoted.replaceAll('""', '"')
  ).filter((value) => value.trim() !== '')
}

/** Parses pasted filter values; `known` are known networks. */
export function parseValues(
  filter: AddressFilterName,
  pasted: string,
  known: readonly string[] = []
): PastedValues {
  const values = new Set<string>()
  const bad = new Set<string>()
  const byName = networksByName(known)
  let repeated = 0
  let over = 0
  for (const part of filter === 'networks' ? joinedNames(pasted, byName) : splitValues(pasted)) {
    const value = valueOf(filter, part, byName)
    if (value === null) bad.add(shortened(part))
    else if (values.has(value)) repeated += 1
    else if (values.size === maxFilterValues) over += 1
    else values.add(value)
  }
  const sentence = sentenceOf(filter, { valid: values.size, repeated, over, bad: [...bad] })
  return { values: [...values], repeated, bad: [...bad].slice(0, maxBad), sentence }
}

function valueOf(
  filter: AddressFilterName,
  part: string,
  byName: ReadonlyMap<string, string>
): string | null {
  if (filter === 'networks') return byName.get(part.trim().toLowerCase()) ?? null
  if (part.length > maxLength || hasControl(part)) return null
  // Only address IDs are UUIDs; other values are case-sensitive.
  if (filter !== 'ids') return part
  const bare = part
    .trim()
    .replace(/^\{(.*)\}$/, '$1')
    .replace(/^urn:uuid:/i, '')
  return uuid.test(bare) ? bare.toLowerCase() : null
}

const hasControl = (value: string) => /\p{Cc}/u.test(value)

function networksByName(known: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map(known.map((network) => [network.toLowerCase(), network]))
  for (const network of cryptoNetworks) {
    names.set(network.toLowerCase(), network)
    names.set(networkName(network).toLowerCase(), network)
  }
  return names
}

/** "Bitcoin Cash" is one name and is matched before "Bitcoin". */
function joinedNames(pasted: string, byName: ReadonlyMap<string, string>): string[] {
  const parts = splitValues(pasted)
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
  readonly valid: number
  readonly repeated: number
  readonly over: number
  readonly bad: readonly string[]
}

function sentenceOf(filter: AddressFilterName, { valid, repeated, over, bad }: Counted): string | null {
  const { one, many } = text.nouns[filter]
  const sentences: string[] = []
  if (bad.length > 0) {
    const shown = bad
      .slice(0, shownBad)
      .map((value) => `“${value}”`)
      .join(', ')
    const rest = bad.length - shownBad
    sentences.push(text.invalid(rest > 0 ? text.andMore(shown, rest) : shown, bad.length, one, many))
  }
  if (over > 0) sentences.push(text.tooMany(maxFilterValues, many, over))
  if (repeated > 0) sentences.push(text.duplicates(repeated))
  if (valid === 0 && sentences.length === 0) sentences.push(text.none(one))
  return sentences.length === 0 ? null : sentences.join(' ')
}

const shortened = (value: string) => (value.length > 60 ? `${value.slice(0, 60)}…` : value)
