import path from 'node:path'
import { digestOf, noMember, openMember } from './member'
import { lastRemoved } from './removed'
import { parseLines } from './lines'
import { Segment, type Located } from './segment'
import { listSegments } from './segments'
import { nanosecondsOf } from '../replay/log-time'

/** Why bytes of a segment cannot be relied on. */
type DamageKind = 'unreadable' | 'altered' | 'chain'

export interface Damage {
  readonly segment: string
  readonly offset: number
  readonly length: number
  readonly kind: DamageKind
}

interface LogReport {
  readonly segments: number
  readonly members: number
  readonly items: number
  readonly bytes: number
  readonly damage: readonly Damage[]
  /** SHA-256 before the first member, and of the last one. */
  readonly first: string | null
  readonly last: string | null
}

interface VerifyOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (bytes: number) => void
}

/** Reads the whole log: each member, that it follows the one before it, and that nothing lies between them. */
export async function verifyLog(folder: string, options: VerifyOptions = {}): Promise<LogReport> {
  const verification = new Verification(options)
  const removedBefore = await lastRemoved(folder)
  for (const file of await listSegments(folder)) await verification.segment(file)
  // The limits may have removed segments meanwhile.
  const removed = [removedBefore, await lastRemoved(folder)]
  verification.expectFirst(removed.map((last) => last?.digest ?? noMember))
  return verification.report
}

class Verification {
  #segments = 0
  #members = 0
  #items = 0
  #bytes = 0
  #nextSeq = 0
  #first: Buffer | null = null
  #firstSegment = ''
  #last: Buffer | null = null
  readonly #damage: Damage[] = []

  constructor(private readonly options: VerifyOptions) {}

  get report(): LogReport {
    return {
      segments: this.#segments,
      members: this.#members,
      items: this.#items,
      bytes: this.#bytes,
      damage: this.#damage,
      first: this.#first?.toString('hex') ?? null,
      last: this.#last?.toString('hex') ?? null
    }
  }

  /** The chain begins where the last removed segment ended. */
  expectFirst(digests: readonly Buffer[]): void {
    const first = this.#first
    if (first && !digests.some((digest) => first.equals(digest)))
      this.#report(this.#firstSegment, { offset: 0, length: 0 }, 'chain')
  }

  async segment(file: string): Promise<void> {
    const name = path.basename(file)
    const segment = await Segment.open(file)
    this.#segments += 1
    try {
      for await (const piece of segment.pieces()) {
        this.options.signal?.throwIfAborted()
        if (piece.kind === 'unreadable') this.#report(name, piece.bytes, 'unreadable')
        else await this.#member(segment, name, piece.member)
        this.options.onProgress?.(this.#bytes)
      }
    } finally {
      await segment.close()
    }
  }

  async #member(segment: Segment, name: string, member: Located): Promise<void> {
    const { offset, facts } = member
    const place = { offset, length: facts.length }
    const bytes = await segment.read(member)
    const text = openMember(bytes)
    this.#members += 1
    const follows = this.#last === null || this.#last.equals(facts.previous)
    if (!this.#first) this.#firstSegment = name
    this.#first ??= facts.previous
    this.#last = digestOf(bytes)
    if (!follows || facts.firstSeq < this.#nextSeq) this.#report(name, place, 'chain')
    this.#nextSeq = facts.lastSeq + 1
    const items = text && parseLines(text)
    const isWhole =
      items?.length === facts.items &&
      items[0]!.seq === facts.firstSeq &&
      items.at(-1)!.seq === facts.lastSeq &&
      nanosecondsOf(items[0]!) === facts.from
    if (!isWhole) return this.#report(name, place, 'altered')
    this.#items += facts.items
    this.#bytes += facts.length
  }

  #report(segment: string, { offset, length }: { offset: number; length: number }, kind: DamageKind): void {
    this.#damage.push({ segment, offset, length, kind })
  }
}
