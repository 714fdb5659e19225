import path from 'node:path'
import { readEnds } from './ends'
import { digestOf, noMember, openMember, type MemberFacts } from './member'
import { removedEnds, type RemovedEnd } from './removed'
import { parseLines } from './lines'
import type { Located, Segment } from './segment'
import { withMembers } from '../keyframes/members'
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
  /** Without it, all segments. */
  readonly isIncluded?: (segment: string) => boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (bytes: number) => void
}

/** Reads the log: each member, that it follows the one before it, and that nothing lies between them. */
export async function verifyLog(folder: string, options: VerifyOptions = {}): Promise<LogReport> {
  const { isIncluded = () => true } = options
  const verification = new Verification(options)
  let skipped: string | null = null
  for (const file of await listSegments(folder)) {
    if (!isIncluded(file)) {
      skipped = file
      continue
    }
    if (skipped !== null) verification.continueAfter((await readEnds(skipped))?.digest ?? null)
    skipped = null
    // It may have been removed meanwhile.
    await withMembers(file, (segment) => verification.segment(segment))
  }
  // At the end, because segments may be removed meanwhile.
  verification.judgeStarts(await removedEnds(folder))
  return verification.report
}

/** One segment on its own; what came before it is not known. */
export async function verifySegment(
  file: string,
  first: MemberFacts,
  signal?: AbortSignal
): Promise<readonly Damage[]> {
  const verification = new Verification(signal ? { signal } : {})
  verification.continueAfter(first.previous)
  await withMembers(file, (segment) => verification.segment(segment))
  return verification.report.damage
}

interface Start {
  readonly segment: string
  readonly place: { readonly offset: number; readonly length: number }
  readonly facts: MemberFacts
}

class Verification {
  #segments = 0
  #members = 0
  #items = 0
  #bytes = 0
  #nextSeq = 0
  #first: Buffer | null = null
  #last: Buffer = noMember
  /** Segments that do not follow the one before. */
  readonly #starts: Start[] = []
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
      last: this.#first ? this.#last.toString('hex') : null
    }
  }

  /** SHA-256 of the member before the next one. */
  continueAfter(digest: Buffer | null): void {
    this.#last = digest ?? noMember
  }

  /** The chain may begin, and go on, where a removed segment ended. */
  judgeStarts(removed: readonly RemovedEnd[]): void {
    for (const { segment, place, facts } of this.#starts) {
      const follows = removed.some(
        ({ nextSeq, digest }) => nextSeq <= facts.firstSeq && digest.equals(facts.previous)
      )
      if (!follows) this.#report(segment, place, 'chain')
    }
  }

  async segment(segment: Segment): Promise<void> {
    const name = path.basename(segment.file)
    this.#segments += 1
    for await (const piece of segment.pieces()) {
      this.options.signal?.throwIfAborted()
      if (piece.kind === 'unreadable') this.#report(name, piece.bytes, 'unreadable')
      else await this.#member(segment, name, piece.member)
      this.options.onProgress?.(this.#bytes)
    }
  }

  async #member(segment: Segment, name: string, member: Located): Promise<void> {
    const { offset, facts } = member
    const place = { offset, length: facts.length }
    const bytes = await segment.read(member)
    const text = openMember(bytes)
    this.#members += 1
    const follows = this.#last.equals(facts.previous)
    this.#first ??= facts.previous
    this.#last = digestOf(bytes)
    if (facts.firstSeq < this.#nextSeq || (!follows && offset > 0)) this.#report(name, place, 'chain')
    else if (!follows) this.#starts.push({ segment: name, place, facts })
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
