import { addressText } from '#shared/messages/addresses'
import { minSearch } from '#shared/contract/records/addresses/index'
import { foldedText } from './fold'

const { search: texts } = addressText

/** The text to search for. */
export type Needle =
  | { readonly kind: 'part'; readonly text: string }
  /** Starts with the first, ends with the last, and contains all in this order. */
  | { readonly kind: 'ends'; readonly parts: readonly string[] }

interface Reading {
  readonly needle: Needle
  /** How the search was interpreted, if not literally. */
  readonly note: string | null
}

/** Characters after folding. */
export const lengthOf = (text: string) => [...foldedText(text)].length

const around = /^[\s\p{P}\p{S}\p{C}]+|[\s\p{P}\p{S}\p{C}]+$/gu
/** Zero-width and variation characters. */
const unseen = /[\p{Cf}\p{DI}]/gu
const blanks = /\s+/gu
const marks = /[^\p{L}\p{N}\p{M}]+/gu
const gaps = /…|\.{3,}/u

/**
 * Other readings of a search without matches: addresses from tables, letters and chats contain spaces, quotes and
 * invisible characters, or are shortened in the middle.
 */
export function otherReadings(search: string): readonly Reading[] {
  const clean = search.replace(unseen, '').trim()
  const bare = clean.replace(around, '')
  const readings: Reading[] = []
  const used = new Set([foldedText(search.trim())])
  const add = (text: string, note: (text: string) => string) => {
    if (lengthOf(text) < minSearch || used.has(foldedText(text))) return
    used.add(foldedText(text))
    readings.push({ needle: { kind: 'part', text }, note: note(text) })
  }
  const parts = bare.replace(blanks, '').split(gaps)
  if (
    parts.length > 1 &&
    parts.every((part) => part !== '') &&
    parts.some((part) => lengthOf(part) >= minSearch)
  ) {
    const [first, last] = [parts[0]!, parts.at(-1)!]
    readings.push({
      needle: { kind: 'ends', parts },
      note: texts.ends(first, last)
    })
  }
  add(clean, texts.withoutInvisible)
  add(bare, texts.withoutSurrounding)
  add(bare.replace(blanks, ''), texts.withoutSpaces)
  add(bare.replace(marks, ''), texts.withoutPunctuation)
  return readings
}

/** Both are folded. */
export function hasEnds(text: string, parts: readonly string[]): boolean {
  const first = parts[0]!
  const last = parts.at(-1)!
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let from = first.length
  for (const part of parts.slice(1, -1)) {
    const index = text.indexOf(part, from)
    if (index < 0) return false
    from = index + part.length
  }
  return from <= text.length - last.length
}
