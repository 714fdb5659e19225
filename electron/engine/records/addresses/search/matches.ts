import type { AddressMatch, SearchedField } from '#shared/contract/records/addresses/index'
import type { DepositAddress } from '#shared/wire/address-decoder'
import { foldedText } from './fold'
import { hasEnds, type Needle } from './needle'

/** Limits highlights. */
const maxRanges = 50

/** Non-overlapping, from the left. */
export function rangesOf(text: string, part: string): [number, number][] {
  const wanted = foldedText(part)
  if (wanted === '') return []
  const offsets = offsetsOf(text)
  const { small } = offsets
  const ranges: [number, number][] = []
  let from = small.indexOf(wanted)
  while (from >= 0 && ranges.length < maxRanges) {
    const end = from + wanted.length
    ranges.push([offsets.begin(from), offsets.end(end - 1)])
    from = small.indexOf(wanted, end)
  }
  return ranges
}

/** Each part once, in order. */
function rangesOfEnds(text: string, wanted: readonly string[]): [number, number][] {
  const offsets = offsetsOf(text)
  const { small } = offsets
  const parts = wanted.map(foldedText)
  if (!hasEnds(small, parts)) return []
  let from = 0
  return parts.map((part, index) => {
    const at = index === parts.length - 1 ? small.length - part.length : small.indexOf(part, from)
    from = at + part.length
    return [offsets.begin(at), offsets.end(from - 1)]
  })
}

interface WindowBoundsTracker {
  readonly small: string
  /** The position in the original text. */
  readonly begin: (unit: number) => number
  readonly end: (unit: number) => number
}

const plain = /^\p{ASCII}*$/u

/** Lower case and accents may change the length. */
function offsetsOf(text: string): WindowBoundsTracker {
  const small = foldedText(text)
  if (plain.test(text)) return { small, begin: (unit) => unit, end: (unit) => unit + 1 }
  const begins: number[] = []
  const ends: number[] = []
  let joined = ''
  let offset = 0
  for (const [letter] of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const folded = foldedText(letter)
    for (let unit = 0; unit < folded.length; unit += 1) {
      const isOneByOne = folded.length === letter.length
      begins.push(isOneByOne ? offset + unit : offset)
      ends.push(isOneByOne ? offset + unit + 1 : offset + letter.length)
    }
    joined += folded
    offset += letter.length
  }
  // If letters join with their neighbors, the whole text is highlighted.
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
