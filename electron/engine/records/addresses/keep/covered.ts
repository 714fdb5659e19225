import { createHash, type Hash } from 'node:crypto'
import { cutAt, piecesOf } from './pieces'

/** The length and hash of the part of a file written by Leadline. */
export interface Covered {
  readonly bytes: number
  readonly sha256: string
}

/** Updated with each write, so that nothing is read again. */
export class RunningHash {
  #hash = createHash('sha256')
  #bytes = 0

  get covered(): Covered {
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') }
  }

  get bytes(): number {
    return this.#bytes
  }

  add(bytes: Buffer): void {
    this.#hash.update(bytes)
    this.#bytes += bytes.length
  }

  clear(): void {
    this.#hash = createHash('sha256')
    this.#bytes = 0
  }

  become(other: RunningHash): void {
    this.#hash = other.#copy()
    this.#bytes = other.#bytes
  }

  #copy(): Hash {
    return this.#hash.copy()
  }
}

/**
 * Hashes at most `bytes` bytes.
 * @param passed called with the hash of the first `cut` bytes
 */
export async function hashedFile(
  file: string,
  bytes: number,
  cut = 0,
  passed: (covered: Covered) => void = () => undefined
): Promise<RunningHash> {
  const hash = new RunningHash()
  if (cut === 0) passed(hash.covered)
  if (bytes === 0) return hash
  for await (const piece of cutAt(piecesOf(file, bytes, 1024 * 1024), cut)) {
    hash.add(piece)
    if (cut > 0 && hash.bytes === cut) passed(hash.covered)
  }
  return hash
}
