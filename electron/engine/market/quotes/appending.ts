import { mkdir, open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { inTurn } from '../candle-file-turns'

/** A market that changes its best prices once a second stays far below it. */
const maxBytesOfDay = 6 * 1024 * 1024
const lineEnd = 10

/** So much of a file waits for a disk that is full. */
const maxWaiting = 1024 * 1024

/** Lines on their way to the files of their days. */
export class Appending {
  readonly #waiting = new Map<string, string>()
  /** How long each is, once it was opened; what a crash has cut off was ended then. */
  readonly #sizes = new Map<string, number>()

  constructor(
    /** Lines were lost: whatever is written next has to start anew. */
    private readonly lost: () => void,
    private readonly failed: (problem: unknown) => void,
    private readonly most = maxBytesOfDay
  ) {}

  add(file: string, line: string): void {
    this.#waiting.set(file, (this.#waiting.get(file) ?? '') + line)
  }

  /** Resolves when all that was added before is in the files, or could not be written and waits for the next time. */
  async flush(): Promise<void> {
    const files = [...this.#waiting.keys()]
    await Promise.all(files.map((file) => inTurn(file, () => this.#append(file))))
  }

  clear(): void {
    this.#waiting.clear()
    this.#sizes.clear()
  }

  async #append(file: string): Promise<void> {
    const text = this.#waiting.get(file)
    this.#waiting.delete(file)
    if (text === undefined) return
    const known = this.#sizes.get(file)
    try {
      if (known === undefined) await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      const handle = await open(file, 'a+', 0o600)
      try {
        const size = known ?? (await handle.stat()).size
        // A day that is full says no more, not even what would still fit: of its rest nothing is known.
        if (size + text.length > this.most) return void this.#sizes.set(file, this.most)
        const whole = known === undefined && !(await endsLine(handle, size)) ? `\n${text}` : text
        await appendWhole(handle, whole, size)
        this.#sizes.set(file, size + whole.length)
      } finally {
        await handle.close()
      }
    } catch (problem) {
      this.#sizes.delete(file)
      const waiting = text + (this.#waiting.get(file) ?? '')
      if (waiting.length <= maxWaiting) this.#waiting.set(file, waiting)
      else {
        this.#waiting.delete(file)
        this.lost()
      }
      this.failed(problem)
    }
  }
}

/** All of it or nothing: half a line would be written once more behind itself. */
async function appendWhole(handle: FileHandle, text: string, size: number): Promise<void> {
  try {
    await handle.appendFile(text)
  } catch (problem) {
    await handle.truncate(size).catch(() => {})
    throw problem
  }
}

async function endsLine(handle: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true
  const last = Buffer.alloc(1)
  await handle.read(last, 0, 1, size - 1)
  return last[0] === lineEnd
}
