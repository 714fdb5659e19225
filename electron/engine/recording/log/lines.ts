import { isUtf8 } from 'node:buffer'
import type { LogTime } from '../replay/log-time'

/** f: frame; b: frame in base64; e: event of the session; k: saved state of the markets; g: a gap. */
export type ItemKind = 'f' | 'b' | 'e' | 'k' | 'g'

/** A line of the log. */
export interface LoggedItem extends LogTime {
  readonly seq: number
  readonly kind: ItemKind
  /** Shares memory with its member. */
  readonly content: Buffer
}

/** Of the service. */
export const isMessage = ({ kind }: LoggedItem): boolean => kind === 'f' || kind === 'b'

/** By this computer's clock: `milliseconds` may have a fraction and is added to `epoch`. */
export interface Arrival {
  readonly epoch: number
  readonly milliseconds: number
}

const newline = 10
const tab = 9
const zero = 48
const kinds = new Map<number, ItemKind>(
  (['f', 'b', 'e', 'g', 'k'] as const).map((kind) => [kind.charCodeAt(0), kind])
)
/** Both are exact as doubles: any `seq` that was ever given, and milliseconds in nineteen digits of nanoseconds. */
const maxSeqDigits = 15
const maxTimeDigits = 19
const digitsOfNanoseconds = 6

/** Nanoseconds since the epoch, exact. */
export function nanosecondsText({ epoch, milliseconds }: Arrival): string {
  const whole = Math.floor(milliseconds)
  const rest = Math.floor((milliseconds - whole) * 1e6)
  return `${epoch + whole}${String(rest).padStart(6, '0')}`
}

/** Control characters would end the line or its last field. */
const fitsOnLine = (content: Buffer) => isUtf8(content) && !content.some((byte) => byte < 32)

/** One item as a line; frames that do not fit on a line are written in base64. */
export function formatLine(seq: number, received: string, kind: ItemKind, content: Buffer): Buffer {
  const isText = kind !== 'b' && fitsOnLine(content)
  const text = isText ? content : Buffer.from(content.toString('base64'), 'latin1')
  const head = `${seq}\t${received}\t${isText ? kind : 'b'}\t`
  const line = Buffer.allocUnsafe(head.length + text.length + 1)
  line.write(head, 'latin1')
  text.copy(line, head.length)
  line[line.length - 1] = newline
  return line
}

/** The items of a member's text; null if a line is not one of ours. */
export function parseLines(text: Buffer): LoggedItem[] | null {
  const items: LoggedItem[] = []
  for (let at = 0; at < text.length;) {
    const end = text.indexOf(newline, at)
    const item = end === -1 ? null : parseLine(text, at, end)
    if (!item) return null
    items.push(item)
    at = end + 1
  }
  return items
}

function parseLine(text: Buffer, start: number, end: number): LoggedItem | null {
  const first = endOfDigits(text, start)
  const second = endOfDigits(text, first + 1)
  if (text[first] !== tab || text[second] !== tab || text[second + 2] !== tab || second + 2 >= end)
    return null
  const kind = kinds.get(text[second + 1]!)
  const isPossible = isLength(first - start, maxSeqDigits) && isLength(second - first - 1, maxTimeDigits)
  if (!isPossible || !kind) return null
  const split = Math.max(first + 1, second - digitsOfNanoseconds)
  const content = text.subarray(second + 3, end)
  return {
    seq: numberIn(text, start, first),
    milliseconds: numberIn(text, first + 1, split),
    nanoseconds: numberIn(text, split, second),
    kind,
    content: kind === 'b' ? Buffer.from(content.toString('latin1'), 'base64') : content
  }
}

const isLength = (length: number, max: number) => length > 0 && length <= max

function endOfDigits(text: Buffer, start: number): number {
  let at = start
  while (text[at]! >= zero && text[at]! < zero + 10) at++
  return at
}

/** Zero for no digits. */
function numberIn(text: Buffer, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) value = value * 10 + text[at]! - zero
  return value
}
