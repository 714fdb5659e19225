import {
  rawFrameCount,
  rawFrameCut,
  type FrameDirection,
  type FrameQuery,
  type RawFrame,
  type RawFrameList
} from '#shared/contract/app/diagnostics-stream'
import { redacted, type Redactor } from '../../base/log'
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
  /** A copy of what is left of it. */
  readonly content: Uint8Array
}

/** Places a power of two apart would fall into the same lines of the processor's cache. */
const stride = rawFrameCut + 320

/** So much text is redacted before others get a turn. */
const turnCharacters = 20_000

interface RawFramesPorts {
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
      const frame = this.#shown(kept)
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
        content: this.#bytes!.slice(place * stride, place * stride + Math.min(bytes, rawFrameCut))
      })
    }
    return kept
  }

  #textOf({ content, bytes, binary }: Kept): string {
    const { redactor } = this.ports
    const text = this.#decoder.decode(content)
    const wasCut = bytes > rawFrameCut
    if (!binary || !/[^\P{Cc}\r\n\t]|\uFFFD/u.test(text)) return redactor.redact(text, wasCut)
    // Struck out of the bytes, one character each: in the numbers a secret would not be recognized.
    const safe = redactor.redact(Buffer.from(content).toString('latin1'), wasCut)
    return safe.split(redacted).map(hexadecimal).join(` ${redacted} `).trim()
  }

  #shown(kept: Kept): RawFrame {
    const { sequence, at, direction, binary, bytes } = kept
    const text = this.#textOf(kept)
    return {
      sequence,
      at,
      direction,
      kind: binary ? 'binary' : kindOf(text),
      market: marketOf(text),
      bytes,
      text,
      cut: bytes > rawFrameCut
    }
  }
}

const hexadecimal = (text: string) =>
  Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join(' ')

const matches = (frame: RawFrame, { market, kind }: FrameQuery, text: string) =>
  (market === null || frame.market === market || frame.text.includes(`"${market}"`)) &&
  (kind === null || frame.kind === kind) &&
  (text === '' || frame.text.toLowerCase().includes(text))
