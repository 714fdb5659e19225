import type { AddressMatch, SearchedField } from '../../../shared/contract/addresses'
import type { DepositAddress } from '../../../shared/wire/address-decoder'

/** Of a text that has one part a thousand times, so many are worth showing. */
const mostRanges = 50

/** Where the small letters of `part` stand in the text; places without overlap, from the left. */
export function rangesOf(text: string, part: string): [number, number][] {
  const wanted = part.toLowerCase()
  if (wanted === '') return []
  const small = text.toLowerCase()
  const places = small.length === text.length ? null : placesOf(text)
  const ranges: [number, number][] = []
  let from = small.indexOf(wanted)
  while (from >= 0 && ranges.length < mostRanges) {
    const end = from + wanted.length
    ranges.push(places ? [places[from]!, places[end - 1]! + 1] : [from, end])
    from = small.indexOf(wanted, end)
  }
  return ranges
}

/** Some letters become longer when they become small: for each unit of the small text, whose it is. */
function placesOf(text: string): number[] {
  const places: number[] = []
  let place = 0
  for (const letter of text) {
    const last = place + letter.length - 1
    const small = letter.toLowerCase()
    for (let unit = 0; unit < small.length; unit += 1) places.push(Math.min(place + unit, last))
    place += letter.length
  }
  return places
}

export function matchesOf(record: DepositAddress, label: string | null, part: string): AddressMatch[] {
  const matches: AddressMatch[] = []
  const look = (field: SearchedField, text: string | null) => {
    const ranges = text === null ? [] : rangesOf(text, part)
    if (text !== null && ranges.length > 0) matches.push({ field, text, ranges })
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
    look('metadata key', key)
    look('metadata value', value)
  }
  return matches
}
