import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { LoggedItem } from '../log/lines'
import { isLaterSegment, listSegments } from '../log/segments'
import { ItemReader } from './item-reader'
import { startsShared } from './logged-event'

interface LogPlace {
  readonly file: string
  /** Where a member begins. */
  readonly offset: number
  /** Expected there; null if anything may follow. */
  readonly nextSeq: number | null
}

/** Reads a log from a place on, over its segments, while its recorder may append to it. */
export class LogCursor {
  #reader: ItemReader | null = null
  #busy: Promise<unknown> = Promise.resolve()
  /** In segments that were closed. */
  readonly #damaged = new Map<string, number>()

  constructor(private at: LogPlace) {}

  /** Of the next member. */
  get place(): LogPlace {
    return this.at
  }

  /** SHA-256 of the last member that was read, and of the one before it; null before the first. */
  get digests(): { readonly last: Buffer; readonly previous: Buffer } | null {
    return this.#reader?.digests ?? null
  }

  /** Places of a segment that could not be read. */
  damagedIn(file: string): number {
    return (this.#damaged.get(file) ?? 0) + (file === this.at.file ? (this.#reader?.damaged ?? 0) : 0)
  }

  /** The items of the next member, or none at the end of what was written. Items that are missing become a gap. */
  next(): Promise<readonly LoggedItem[]> {
    const items = this.#busy.then(() => this.#read())
    this.#busy = items.catch(() => {})
    return items
  }

  /** The next read opens the segment again. */
  close(): Promise<void> {
    const closed = this.#busy.then(() => this.#close())
    this.#busy = closed.catch(() => {})
    return closed
  }

  async #read(): Promise<readonly LoggedItem[]> {
    for (;;) {
      this.#reader ??= await openIfThere(this.at)
      const items = await this.#reader?.next()
      if (items) return this.#passed(items)
      if (!(await this.#hasMore())) return []
    }
  }

  async #close(): Promise<void> {
    const reader = this.#reader
    this.#reader = null
    if (reader) this.#damaged.set(this.at.file, this.damagedIn(this.at.file) + reader.damaged)
    await reader?.close()
  }

  #passed(items: LoggedItem[]): readonly LoggedItem[] {
    const { file, nextSeq } = this.at
    const [first, last] = [items[0]!, items.at(-1)!]
    this.at = { file, offset: this.#reader!.offset, nextSeq: last.seq + 1 }
    const isMissing = nextSeq !== null && first.seq > nextSeq && first.kind !== 'g' && !startsShared(first)
    return isMissing ? [gapBefore(first, first.seq - nextSeq), ...items] : items
  }

  /** Whether the segment grew, or another one follows. */
  async #hasMore(): Promise<boolean> {
    const { file } = this.at
    const following = (await listSegments(path.dirname(file))).find((each) => isLaterSegment(each, file))
    const size = (await stat(file).catch(() => null))?.size ?? 0
    const hasGrown = size > this.at.offset && !this.#reader?.isAtEnd(size)
    if (!hasGrown && following === undefined) return false
    await this.#close()
    // A segment is complete before the next one begins.
    if (!hasGrown) this.at = { ...this.at, file: following!, offset: 0 }
    return true
  }
}

async function openIfThere({ file, offset }: LogPlace): Promise<ItemReader | null> {
  try {
    return await ItemReader.open(file, offset)
  } catch (problem) {
    // The limits removed it.
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return null
    throw problem
  }
}

const gapBefore = ({ seq, milliseconds, nanoseconds }: LoggedItem, dropped: number): LoggedItem => ({
  seq: seq - 1,
  milliseconds,
  nanoseconds,
  kind: 'g',
  content: Buffer.from(JSON.stringify({ dropped }))
})
