import { open, type FileHandle } from 'node:fs/promises'
import { headLength, memberMark, readFacts, type MemberFacts } from './member'

/** Where a member lies in its file. */
export interface Located {
  readonly offset: number
  readonly facts: MemberFacts
}

/** Bytes that belong to no whole member. */
interface Unreadable {
  readonly offset: number
  readonly length: number
}

type Piece =
  | { readonly kind: 'member'; readonly member: Located }
  | { readonly kind: 'unreadable'; readonly bytes: Unreadable }

const block = 1024 * 1024

/** A segment that is read while its recorder may append to it. */
export class Segment {
  /** The last part read, because headers and small members are adjacent. */
  #window: { readonly offset: number; readonly bytes: Buffer } = { offset: 0, bytes: Buffer.alloc(0) }

  private constructor(
    readonly file: string,
    readonly size: number,
    private readonly handle: FileHandle
  ) {}

  static async open(file: string): Promise<Segment> {
    const handle = await open(file, 'r')
    return new Segment(file, (await handle.stat()).size, handle)
  }

  /** Members in order, by their headers alone, and what lies between them. */
  async *pieces(offset = 0): AsyncGenerator<Piece> {
    for (let at = offset; at < this.size;) {
      const facts = await this.#factsAt(at)
      if (facts) {
        yield { kind: 'member', member: { offset: at, facts } }
        at += facts.length
        continue
      }
      const next = await this.#nextMember(at + 1)
      yield { kind: 'unreadable', bytes: { offset: at, length: next - at } }
      at = next
    }
  }

  async read({ offset, facts }: Located): Promise<Buffer> {
    return this.bytes(offset, facts.length)
  }

  /** Without what follows. Zeros where the file ends. */
  async exactly(offset: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length)
    for (let done = 0; done < length;) {
      const { bytesRead } = await this.handle.read(bytes, done, length - done, offset + done)
      if (bytesRead === 0) return bytes.fill(0, done)
      done += bytesRead
    }
    return bytes
  }

  async close(): Promise<void> {
    await this.handle.close()
  }

  /** Null without a member there that lies within the file. */
  async #factsAt(offset: number): Promise<MemberFacts | null> {
    if (offset + headLength > this.size) return null
    const facts = readFacts(await this.bytes(offset, headLength))
    return facts && offset + facts.length <= this.size ? facts : null
  }

  /** The end of the file if there is none. */
  async #nextMember(offset: number): Promise<number> {
    for (let at = offset; at < this.size; at += block) {
      const bytes = await this.bytes(at, Math.min(block + memberMark.length, this.size - at))
      for (let found = bytes.indexOf(memberMark); found !== -1; found = bytes.indexOf(memberMark, found + 1))
        if (await this.#factsAt(at + found)) return at + found
    }
    return this.size
  }

  /** Shares memory with what is read next to it. Zeros where the file ended meanwhile. */
  async bytes(offset: number, length: number): Promise<Buffer> {
    const { offset: start, bytes } = this.#window
    if (offset >= start && offset + length <= start + bytes.length)
      return bytes.subarray(offset - start, offset - start + length)
    const more = Math.max(length, Math.min(block, this.size - offset))
    this.#window = { offset, bytes: await this.exactly(offset, more) }
    return this.#window.bytes.subarray(0, length)
  }
}
