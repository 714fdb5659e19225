import { isUtf8 } from 'node:buffer'
import { decodeDepositAddress, type DepositAddress } from '#shared/wire/address-decoder'
import type { Frame } from '#shared/wire/fast/frame'
import type { Line } from '../store/line'
import type { TextSource } from '../store/text-pool'
import { lineScanner } from './line-scanner'

const lineFeed = 0x0a
const maxBytes = 256 * 1024
/** Literals may be read past the end. */
const margin = 64

export interface LinePorts {
  /** A line in the usual form. */
  readonly line: (source: TextSource, line: Line) => void
  /** Any other. */
  readonly record: (record: DepositAddress) => void
}

/** Reads lines by their bytes if they are in the usual form, and with JSON.parse and the decoder otherwise. */
export class LineReader {
  readonly #frame = makeFrame()
  readonly #scanner = lineScanner(this.#frame)

  constructor(private readonly ports: LinePorts) {}

  /** @param bytes whole lines; returns how many of them are unreadable */
  read(bytes: Buffer): number {
    const isUsual = bytes.length <= maxBytes && isUtf8(bytes)
    if (isUsual) this.#frame.bytes.set(bytes)
    let damaged = 0
    for (let from = 0; from < bytes.length;) {
      const scanned = isUsual ? this.#scanner.scan(from) : -1
      if (scanned >= 0) {
        this.ports.line(this.#frame, this.#scanner.line)
        from = scanned
      } else {
        const end = bytes.indexOf(lineFeed, from)
        if (!this.#decode(bytes.toString('utf8', from, end))) damaged += 1
        from = end + 1
      }
    }
    return damaged
  }

  #decode(line: string): boolean {
    try {
      this.ports.record(decodeDepositAddress(parsedLine(line)))
      return true
    } catch {
      return false
    }
  }
}

export function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function makeFrame(): Frame {
  const buffer = new ArrayBuffer(maxBytes + margin)
  return { bytes: new Uint8Array(buffer), words: new Int32Array(buffer), view: new DataView(buffer) }
}
