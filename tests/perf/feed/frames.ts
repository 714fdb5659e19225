import { readFileSync, writeFileSync } from 'node:fs'

/** Length-prefixed, so that all processes measure the same bytes. */
export function writeFrames(file: string, frames: readonly string[]): void {
  const parts = frames.flatMap((frame) => {
    const bytes = Buffer.from(frame)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return [length, bytes]
  })
  writeFileSync(file, Buffer.concat(parts))
}

export function readFrames(file: string): Buffer[] {
  const all = readFileSync(file)
  const frames: Buffer[] = []
  for (let at = 0; at < all.length;) {
    const from = at + 4
    at = from + all.readUInt32LE(at)
    frames.push(all.subarray(from, at))
  }
  return frames
}

const keys = ['"time":"', '"executed_at":"']

/** The position and value of the seconds in each frame. */
export class Times {
  readonly #places: { readonly frame: Buffer; readonly at: number; readonly second: number }[] = []

  constructor(frames: readonly Buffer[]) {
    for (const frame of frames) {
      const key = keys.find((one) => frame.includes(one))
      if (key === undefined) throw new Error('A frame has no time.')
      const at = frame.lastIndexOf(key) + key.length
      const second = Date.parse(frame.toString('latin1', at, at + 19) + 'Z') / 1000
      this.#places.push({ frame, at, second })
    }
  }

  /** The duration, rounded up, for repetition. */
  get seconds(): number {
    const seconds = this.#places.map(({ second }) => second)
    return seconds.length === 0 ? 0 : seconds.at(-1)! - seconds[0]! + 1
  }

  /** Shifts a repeated feed. */
  shift(seconds: number): void {
    let written = -1
    let text = ''
    for (let index = 0; index < this.#places.length; index += 1) {
      const { frame, at, second } = this.#places[index]!
      if (second !== written) text = new Date((second + seconds) * 1000).toISOString().slice(0, 19)
      written = second
      frame.write(text, at, 'latin1')
    }
  }
}
