import { isUtf8 } from 'node:buffer'

/** f: frame; b: frame in base64; e: event of the session; g: a gap. */
export type ItemKind = 'f' | 'b' | 'e' | 'g'

/** A line of the log. */
interface Item {
  readonly seq: number
  /** Nanoseconds since the epoch. */
  readonly received: bigint
  readonly kind: ItemKind
  readonly content: Buffer
}

/** By this computer's clock: `milliseconds` may have a fraction and is added to `epoch`. */
export interface Arrival {
  readonly epoch: number
  readonly milliseconds: number
}

const newline = 10
const tab = 9
const kinds = new Set<string>(['f', 'b', 'e', 'g'])

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
export function parseLines(text: Buffer): Item[] | null {
  const items: Item[] = []
  for (let at = 0; at < text.length;) {
    const end = text.indexOf(newline, at)
    const item = end === -1 ? null : parseLine(text.subarray(at, end))
    if (!item) return null
    items.push(item)
    at = end + 1
  }
  return items
}

function parseLine(line: Buffer): Item | null {
  const first = line.indexOf(tab)
  const second = line.indexOf(tab, first + 1)
  if (first === -1 || second === -1 || line[second + 2] !== tab) return null
  const seq = Number(line.toString('latin1', 0, first))
  const received = line.toString('latin1', first + 1, second)
  const kind = line.toString('latin1', second + 1, second + 2)
  if (!Number.isSafeInteger(seq) || !/^\d{1,19}$/.test(received) || !isKind(kind)) return null
  const content = line.subarray(second + 3)
  return {
    seq,
    received: BigInt(received),
    kind,
    content: kind === 'b' ? Buffer.from(content.toString('latin1'), 'base64') : content
  }
}

const isKind = (text: string): text is ItemKind => kinds.has(text)
