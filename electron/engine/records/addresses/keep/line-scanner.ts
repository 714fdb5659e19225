import { codesOf, type Frame } from '#shared/wire/fast/frame'
import { timeScanner } from '#shared/wire/fast/time'
import { emptyLine, maxPairs, type Line } from '../store/line'
import { cells, fixedCells } from '../store/row-record'

/** Letters that are compared four at a time; the last four may overlap. */
interface Literal {
  readonly words: readonly number[]
  readonly length: number
}

function literal(text: string): Literal {
  const view = new DataView(codesOf(text).buffer)
  const words: number[] = []
  for (let from = 0; from + 4 < text.length; from += 4) words.push(view.getInt32(from, true))
  words.push(view.getInt32(text.length - 4, true))
  return { words, length: text.length }
}

const required = [
  { head: literal('{"id":"'), cell: cells.id },
  { head: literal(',"profile_id":"'), cell: cells.profileId },
  { head: literal(',"customer_id":"'), cell: cells.customerId },
  { head: literal(',"crypto_network":"'), cell: cells.network },
  { head: literal(',"address":"'), cell: cells.address },
  { head: literal(',"conversion_target_asset":"'), cell: cells.conversionTarget }
] as const
const createdAt = literal(',"created_at":"')
const identityId = literal(',"identity_id":"')
const refId = literal(',"ref_id":"')
const metadata = literal(',"metadata":{')
const accountId = literal(',"account_id":"')
const compatible = literal(',"compatible_crypto_networks":[')

/** Up to the second, with a Z. */
const minTimeLength = 20

interface LineScanner {
  readonly line: Line
  /** Reads the line at `position` into `line`; returns the position behind its line feed, or -1. */
  readonly scan: (position: number) => number
}

/**
 * Reads lines as `wireRecord` orders their fields, from bytes to positions, verifying every byte. Anything else is for
 * JSON.parse and the decoder, which a fuzz test compares: escapes, unknown or empty fields, other times than the
 * shortest, metadata keys that JavaScript would order differently. The frame contains valid UTF-8 and a line feed at
 * its end, which ends every loop.
 */
export function lineScanner(frame: Frame): LineScanner {
  const bytes = frame.bytes
  const view = frame.view
  const line = emptyLine()
  const starts = line.starts
  const lengths = line.lengths
  const scanTime = timeScanner(frame)
  const quote = 0x22
  const comma = 0x2c
  const colon = 0x3a
  const zero = 0x30
  const closeBracket = 0x5d
  const closeBrace = 0x7d
  const lineFeed = 0x0a
  const backslash = 0x5c
  const space = 0x20
  const plain = Uint8Array.from({ length: 256 }, (_, byte) =>
    byte >= space && byte !== quote && byte !== backslash ? 1 : 0
  )

  return { line, scan }

  function scan(position: number): number {
    lengths.fill(-1, 0, fixedCells)
    for (let field = 0; field < required.length; field += 1) {
      const { head, cell } = required[field]!
      if (!follows(position, head)) return -1
      position = filled(position + head.length, cell)
      if (position < 0) return -1
    }
    position = time(position)
    if (position < 0) return -1
    position = optional(position, identityId, cells.identityId)
    if (position < 0) return -1
    position = optional(position, refId, cells.refId)
    if (position < 0) return -1
    position = pairs(position)
    if (position < 0) return -1
    position = optional(position, accountId, cells.accountId)
    if (position < 0) return -1
    position = networks(position)
    if (position < 0 || bytes[position] !== closeBrace || bytes[position + 1] !== lineFeed) return -1
    return position + 2
  }

  function follows(position: number, { words, length }: Literal): boolean {
    const last = words.length - 1
    for (let word = 0; word < last; word += 1) {
      if (view.getInt32(position + 4 * word, true) !== words[word]) return false
    }
    return view.getInt32(position + length - 4, true) === words[last]
  }

  /** The text up to the next quote; returns the position behind it, or -1. */
  function text(position: number, cell: number): number {
    let end = position
    while (plain[bytes[end]!] === 1) end += 1
    if (bytes[end] !== quote) return -1
    starts[cell] = position
    lengths[cell] = end - position
    return end + 1
  }

  /** Empty text counts as absent. */
  function filled(position: number, cell: number): number {
    return bytes[position] === quote ? -1 : text(position, cell)
  }

  function optional(position: number, head: Literal, cell: number): number {
    return follows(position, head) ? filled(position + head.length, cell) : position
  }

  /** Only in the form that rows return, so that its text need not be stored. */
  function time(position: number): number {
    if (!follows(position, createdAt)) return -1
    const start = position + createdAt.length
    const end = scanTime(start, line)
    if (end < 0 || bytes[end] !== quote) return -1
    if (end - start > minTimeLength && bytes[end - 2] === zero) return -1
    return end + 1
  }

  function pairs(position: number): number {
    line.pairs = 0
    line.hasMetadata = follows(position, metadata)
    if (!line.hasMetadata) return position
    position += metadata.length
    if (bytes[position] === closeBrace) return position + 1
    for (; line.pairs < maxPairs; position += 1) {
      const cell = fixedCells + 2 * line.pairs
      if (bytes[position] !== quote || isDigit(position + 1)) return -1
      position = text(position + 1, cell)
      if (position < 0 || isRepeated(cell)) return -1
      if (bytes[position] !== colon || bytes[position + 1] !== quote) return -1
      position = text(position + 2, cell + 1)
      if (position < 0) return -1
      line.pairs += 1
      if (bytes[position] === closeBrace) return position + 1
      if (bytes[position] !== comma) return -1
    }
    return -1
  }

  /** JavaScript orders keys that are numbers. */
  function isDigit(position: number): boolean {
    return (bytes[position]! - zero) >>> 0 <= 9
  }

  function isRepeated(cell: number): boolean {
    for (let other = fixedCells; other < cell; other += 2) {
      if (lengths[other] === lengths[cell] && isSame(starts[other]!, starts[cell]!, lengths[cell]!))
        return true
    }
    return false
  }

  function isSame(one: number, other: number, length: number): boolean {
    let index = 0
    while (index < length && bytes[one + index] === bytes[other + index]) index += 1
    return index === length
  }

  /** A list without escapes or spaces is as JSON.stringify writes it. */
  function networks(position: number): number {
    if (!follows(position, compatible)) return position
    const start = position + compatible.length - 1
    position = start + 1
    if (bytes[position] !== closeBracket) {
      for (; ; position += 1) {
        if (bytes[position] !== quote) return -1
        position = text(position + 1, cells.compatible)
        if (position < 0) return -1
        if (bytes[position] === closeBracket) break
        if (bytes[position] !== comma) return -1
      }
    }
    starts[cells.compatible] = start
    lengths[cells.compatible] = position + 1 - start
    return position + 1
  }
}
