import type { AddressMatch, SearchedField } from '#shared/contract/records/addresses'
import type { DepositAddress } from '#shared/wire/address-decoder'
import { foldedText } from './fold'
import { hasEnds, type Needle } from './needle'

/** Of a text that has one part a thousand times, so many are worth showing. */
const maxRanges = 50

/** Where the small letters of `part` stand in the text; places without overlap, from the left. */
export function rangesOf(text: string, part: string): [number, number][] {
  const wanted = foldedText(part)
  if (wanted === '') return []
  const places = placesOf(text)
  const { small } = places
  const ranges: [number, number][] = []
  let from = small.indexOf(wanted)
  while (from >= 0 && ranges.length < maxRanges) {
    const end = from + wanted.length
    ranges.push([places.begin(from), places.end(end - 1)])
    from = small.indexOf(wanted, end)
  }
  return ranges
}

/** Of a text that is what several parts look for: each of them once, in their order. */
function rangesOfEnds(text: string, wanted: readonly string[]): [number, number][] {
  const places = placesOf(text)
  const { small } = places
  const parts = wanted.map(foldedText)
  if (!hasEnds(small, parts)) return []
  let from = 0
  return parts.map((part, index) => {
    const at = index === parts.length - 1 ? small.length - part.length : small.indexOf(part, from)
    from = at + part.length
    return [places.begin(at), places.end(from - 1)]
  })
}

interface Places {
  readonly small: string
  /** Where in the text that begins, or ends, which a unit of the small text belongs to. */
  readonly begin: (unit: number) => number
  readonly end: (unit: number) => number
}

const plain = /^\p{ASCII}*$/u

/** Some letters become longer when they become small, and others shorter when their accents join them. */
function placesOf(text: string): Places {
  const small = foldedText(text)
  if (plain.test(text)) return { small, begin: (unit) => unit, end: (unit) => unit + 1 }
  const begins: number[] = []
  const ends: number[] = []
  let joined = ''
  let place = 0
  for (const [letter] of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const folded = foldedText(letter)
    for (let unit = 0; unit < folded.length; unit += 1) {
      const isOneByOne = folded.length === letter.length
      begins.push(isOneByOne ? place + unit : place)
      ends.push(isOneByOne ? place + unit + 1 : place + letter.length)
    }
    joined += folded
    place += letter.length
  }
  // Letters of some scripts join their neighbours; then the text is marked as a whole.
  if (joined !== small) return { small, begin: () => 0, end: () => text.length }
  return { small, begin: (unit) => begins[unit]!, end: (unit) => ends[unit]! }
}

export function matchesOf(record: DepositAddress, label: string | null, needle: Needle): AddressMatch[] {
  const matches: AddressMatch[] = []
  const rangesIn = (text: string) =>
    needle.kind === 'part' ? rangesOf(text, needle.text) : rangesOfEnds(text, needle.parts)
  const look = (field: SearchedField, text: string | null, key?: string) => {
    const ranges = text === null ? [] : rangesIn(text)
    if (text !== null && ranges.length > 0)
      matches.push({ field, ...(key !== undefined && { key }), text, ranges })
  }
  look('address', record.address)
  look('id', record.id)
  look('refId', record.refId)
  look('label', label)
  look('profileId', record.profileId)
  look('identityId', record.identityId)
  look('accountId', record.accountId)
  look('customerId', record.customerId)
  for (const [key, value] of Object.entries(record.metadata ?? {})) {
    look('metadataKey', key)
    look('metadataValue', value, key)
  }
  return matches
}
