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
  /** A copy. */
  readonly content: Uint8Array
}

/** Avoids a power of two, which would map frames to the same cache lines. */
const stride = rawFrameCut + 320

/** Characters redacted before yielding. */
const turnCharacters = 20_000

interface RawFramesPorts {
  readonly redactor: Pick<Redactor, 'redact'>
  /** Yields, so that decoding many frames does not block the feed. */
  readonly rest: () => Promise<void>
}

/** The last frames, copied into one preallocated block and decoded only on request. */
export class RawFrames {
  #bytes: Uint8Array | null = null
  readonly #sizes = new Uint32Array(rawFrameCount)
  readonly #times = new Float64Array(rawFrameCount)
  readonly #flags = new Uint8Array(rawFrameCount)
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder()
  #count = 0

  constructor(private readonly ports: RawFramesPorts) {}

  get newest(): number {
    return this.#count
  }

  /** @param at milliseconds since the epoch */
  received(bytes: Uint8Array, binary: boolean, at: number): void {
    const memory = (this.#bytes ??= new Uint8Array(rawFrameCount * stride))
    const position = this.#count % rawFrameCount
    memory.set(bytes.length > rawFrameCut ? bytes.subarray(0, rawFrameCut) : bytes, position * stride)
    this.#note(position, bytes.length, at, binary ? incoming | binaryFlag : incoming)
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
    // Copied first, because new frames overwrite these while the loop yields.
    for (const kept of this.#after(query)) {
      const frame = this.#shown(kept)
      spent += frame.text.length
      if (matches(frame, query, wanted)) frames.push(frame)
      if (frames.length === query.max) break
      if (spent < turnCharacters) continue
      spent = 0
      await this.ports.rest()
    }
    return { frames: frames.reverse(), newest }
  }

  #note(position: number, size: number, at: number, flags: number): void {
    this.#sizes[position] = size
    this.#times[position] = at
    this.#flags[position] = flags
    this.#count++
  }

  /** Newest first. */
  #after({ after, direction }: FrameQuery): Kept[] {
    const kept: Kept[] = []
    const oldest = Math.max(0, this.#count - rawFrameCount, after)
    for (let index = this.#count - 1; index >= oldest; index--) {
      const position = index % rawFrameCount
      const flags = this.#flags[position]!
      const one = flags & outgoing ? 'out' : 'in'
      if (direction !== null && direction !== one) continue
      const bytes = this.#sizes[position]!
      kept.push({
        sequence: index + 1,
        at: this.#times[position]!,
        direction: one,
        binary: (flags & binaryFlag) !== 0,
        bytes,
        content: this.#bytes!.slice(position * stride, position * stride + Math.min(bytes, rawFrameCut))
      })
    }
    return kept
  }

  #textOf({ content, bytes, binary }: Kept): string {
    const { redactor } = this.ports
    const text = this.#decoder.decode(content)
    const wasCut = bytes > rawFrameCut
    if (!binary || !/[^\P{Cc}\r\n\t]|\uFFFD/u.test(text)) return redactor.redact(text, wasCut)
    // Redacted as bytes, because secrets would not be recognized in hexadecimal.
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
