import { mkdir, open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { inTurn } from './file-turns'

/** More than one change a second needs. */
const maxBytesOfDay = 6 * 1024 * 1024
const lineEnd = 10

/** Bounds lines that wait for a full disk. */
const maxWaiting = 1024 * 1024

/** Appends lines to daily files. */
export class Appending {
  readonly #waiting = new Map<string, string>()
  /** File sizes, after truncated lines were ended. */
  readonly #sizes = new Map<string, number>()

  constructor(
    /** Lines were lost, so recordings must restart. */
    private readonly lost: () => void,
    private readonly failed: (problem: unknown) => void,
    private readonly max = maxBytesOfDay
  ) {}

  add(file: string, line: string): void {
    this.#waiting.set(file, (this.#waiting.get(file) ?? '') + line)
  }

  /** Resolves when pending lines are written or failed. */
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
        // A full day accepts nothing more, because its rest is unknown.
        if (size + text.length > this.max) return void this.#sizes.set(file, this.max)
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

/** Truncates partial writes, which would be repeated. */
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
