import {
  rawFrameCount,
  rawFrameCut,
  type FrameDirection,
  type FrameQuery,
  type RawFrame,
  type RawFrameList
} from '../../shared/contract/diagnostics-stream'
import type { Redactor } from '../log'
import { kindOf, marketOf } from './frame-kind'

const incoming = 0
const outgoing = 1
const binaryFlag = 2

interface Kept {
  readonly sequence: number
  readonly at: number
  readonly direction: FrameDirection
  readonly binary: boolean
  readonly bytes: number
  readonly text: string
}

/** Places a power of two apart would fall into the same lines of the processor's cache. */
const stride = rawFrameCut + 320

/** So much text is redacted before others get a turn. */
const turnCharacters = 20_000

export interface RawFramesPorts {
  readonly redactor: Pick<Redactor, 'redact'>
  /** Lets others have a turn: making text of many frames must not hold up the feed. */
  readonly rest: () => Promise<void>
}

/**
 * The last frames as they came and went. A frame is copied into a place of its own in one piece of memory, made with
 * the first frame; nothing is decoded before somebody looks.
 */
export class RawFrames {
  #bytes: Uint8Array | null = null
  readonly #sizes = new Uint32Array(rawFrameCount)
  readonly #times = new Float64Array(rawFrameCount)
  readonly #flags = new Uint8Array(rawFrameCount)
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder()
  #count = 0

  constructor(private readonly ports: RawFramesPorts) {}

  /** The number of the newest frame. */
  get newest(): number {
    return this.#count
  }

  /** @param at milliseconds since the epoch */
  received(bytes: Uint8Array, binary: boolean, at: number): void {
    const memory = (this.#bytes ??= new Uint8Array(rawFrameCount * stride))
    const place = this.#count % rawFrameCount
    memory.set(bytes.length > rawFrameCut ? bytes.subarray(0, rawFrameCut) : bytes, place * stride)
    this.#note(place, bytes.length, at, binary ? incoming | binaryFlag : incoming)
  }

  sent(text: string, at: number): void {
    const bytes = this.#encoder.encode(text)
    this.received(bytes, false, at)
    this.#flags[(this.#count - 1) % rawFrameCount] = outgoing
  }

  async list(query: FrameQuery): Promise<RawFrameList> {
    const newest = this.#count
    const wanted = query.text.toLowerCase()
    const frames: RawFrame[] = []
    let spent = 0
    // Copied out at once: the next frames are written over these while others have their turn.
    for (const kept of this.#after(query)) {
      const frame = this.#redacted(kept)
      spent += frame.text.length
      if (matches(frame, query, wanted)) frames.push(frame)
      if (frames.length === query.most) break
      if (spent < turnCharacters) continue
      spent = 0
      await this.ports.rest()
    }
    return { frames: frames.reverse(), newest }
  }

  #note(place: number, size: number, at: number, flags: number): void {
    this.#sizes[place] = size
    this.#times[place] = at
    this.#flags[place] = flags
    this.#count++
  }

  /** The newest first. */
  #after({ after, direction }: FrameQuery): Kept[] {
    const kept: Kept[] = []
    const oldest = Math.max(0, this.#count - rawFrameCount, after)
    for (let index = this.#count - 1; index >= oldest; index--) {
      const place = index % rawFrameCount
      const flags = this.#flags[place]!
      const one = flags & outgoing ? 'out' : 'in'
      if (direction !== null && direction !== one) continue
      const bytes = this.#sizes[place]!
      kept.push({
        sequence: index + 1,
        at: this.#times[place]!,
        direction: one,
        binary: (flags & binaryFlag) !== 0,
        bytes,
        text: this.#textAt(place, bytes, (flags & binaryFlag) !== 0)
      })
    }
    return kept
  }

  #textAt(place: number, size: number, binary: boolean): string {
    const start = place * stride
    const bytes = this.#bytes!.subarray(start, start + Math.min(size, rawFrameCut))
    const text = this.#decoder.decode(bytes)
    if (binary && /[^\P{Cc}\r\n\t]|\uFFFD/u.test(text)) return hexadecimal(bytes)
    return size > rawFrameCut ? wholeWords(text) : text
  }

  #redacted({ sequence, at, direction, binary, bytes, text }: Kept): RawFrame {
    const safe = this.ports.redactor.redact(text)
    return {
      sequence,
      at,
      direction,
      kind: binary ? 'binary' : kindOf(safe),
      market: marketOf(safe),
      bytes,
      text: safe,
      cut: bytes > rawFrameCut
    }
  }
}

const endsWord = /[\s",:{}[\]]/

/** A secret that was cut in half would not be recognised: what was cut ends with its last whole word. */
function wholeWords(text: string): string {
  let end = text.length
  while (end > 0 && !endsWord.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

const hexadecimal = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ')

const matches = (frame: RawFrame, { market, kind }: FrameQuery, text: string) =>
  (market === null || frame.market === market || frame.text.includes(`"${market}"`)) &&
  (kind === null || frame.kind === kind) &&
  (text === '' || frame.text.toLowerCase().includes(text))
