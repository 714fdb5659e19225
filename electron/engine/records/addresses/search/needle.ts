import { addressText } from '#shared/messages/addresses'
import { minSearch } from '#shared/contract/records/addresses'
import { foldedText } from './fold'

const { search: texts } = addressText

/** The text to search for. */
export type Needle =
  | { readonly kind: 'part'; readonly text: string }
  /** It begins with the first, ends with the last, and has all of them in this order. */
  | { readonly kind: 'ends'; readonly parts: readonly string[] }

interface Reading {
  readonly needle: Needle
  /** How what was typed was read, where that is not as it is. */
  readonly note: string | null
}

/** Characters as the search counts them. */
export const lengthOf = (text: string) => [...foldedText(text)].length

const around = /^[\s\p{P}\p{S}\p{C}]+|[\s\p{P}\p{S}\p{C}]+$/gu
/** Zero width, and what only says how the next letter is drawn. */
const unseen = /[\p{Cf}\p{DI}]/gu
const blanks = /\s+/gu
const marks = /[^\p{L}\p{N}\p{M}]+/gu
const gaps = /…|\.{3,}/u

/**
 * How else a search can be meant that finds nothing as it is: addresses come out of tables, letters and chats with
 * blanks, quotes and invisible marks in them, or cut short in the middle.
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

/** Whether a text is what a needle of several parts looks for; both are folded. */
export function hasEnds(text: string, parts: readonly string[]): boolean {
  const first = parts[0]!
  const last = parts.at(-1)!
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let from = first.length
  for (const part of parts.slice(1, -1)) {
    const place = text.indexOf(part, from)
    if (place < 0) return false
    from = place + part.length
  }
  return from <= text.length - last.length
}
