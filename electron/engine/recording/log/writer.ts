import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { formatLine, nanosecondsText, type Arrival, type ItemKind } from './lines'
import { LogLock } from './lock'
import { digestOf, sealMember } from './member'
import { endOfPeriod, listSegments, segmentFile, segmentTime, usualSegmentLength } from './segments'
import type { LogStart } from '../messages'
import { logTimeOf } from '../replay/log-time'
import { repairEnd, type LogEnd } from './tail'

/** Uncompressed. */
const maxMember = 256 * 1024
/** Retention removes whole segments, which must be far smaller than the budget. */
const maxSegment = 64 * 1024 * 1024
const segmentsOfBudget = 16

interface OpenSegment {
  readonly file: string
  readonly handle: FileHandle
  /** When it began, in milliseconds since the epoch. */
  readonly began: number
  size: number
}

interface Pending {
  readonly lines: Buffer[]
  readonly firstSeq: number
  readonly from: bigint
  lastSeq: number
  to: bigint
  bytes: number
}

/**
 * Appends items to a log. After a failure it accepts nothing more: open another one, which repairs the end, and repeat
 * all items from its `nextSeq`.
 */
export class LogWriter {
  /** Of the next item that is not in the file yet. */
  #nextSeq: number
  #digest: Buffer
  #segment: OpenSegment | null = null
  #pending: Pending | null = null
  readonly #full: Pending[] = []
  #appended = 0
  #since: number | null = null

  private constructor(
    private readonly folder: string,
    private readonly now: () => number,
    /** In bytes. */
    readonly maxSegment: number,
    private readonly lock: LogLock,
    end: LogEnd,
    private readonly start: LogStart | undefined,
    private readonly segmentLength: number
  ) {
    this.#nextSeq = end.nextSeq
    this.#digest = end.digest
  }

  static async open(
    folder: string,
    now: () => number,
    budget = Infinity,
    start?: LogStart,
    segmentLength = usualSegmentLength
  ): Promise<LogWriter> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const lock = await LogLock.take(folder, now)
    try {
      const found = await repairEnd(folder)
      // What others recorded lies between, so a new segment begins.
      const end = start && found.nextSeq < start.seq ? { ...found, nextSeq: start.seq, segment: null } : found
      const segmentBytes = Math.min(maxSegment, budget / segmentsOfBudget)
      const writer = new LogWriter(folder, now, segmentBytes, lock, end, start, segmentLength)
      if (end.segment) {
        const { file, size } = end.segment
        writer.#segment = { file, size, handle: await open(file, 'a'), began: segmentTime(file) }
      }
      return writer
    } catch (problem) {
      await lock.release().catch(() => {})
      throw problem
    }
  }

  /** Of the first item that is not in the file. */
  get nextSeq(): number {
    return this.#nextSeq
  }

  /** Bytes since it was opened. */
  get appended(): number {
    return this.#appended
  }

  /** When the first item that it wrote arrived, in milliseconds since the epoch; null before. */
  get since(): number | null {
    return this.#since
  }

  get segment(): string | null {
    return this.#segment?.file ?? null
  }

  add(seq: number, arrival: Arrival, kind: ItemKind, content: Buffer): void {
    const received = nanosecondsText(arrival)
    const line = formatLine(seq, received, kind, content)
    const at = BigInt(received)
    const pending = (this.#pending ??= { lines: [], firstSeq: seq, from: at, lastSeq: seq, to: at, bytes: 0 })
    pending.lines.push(line)
    pending.lastSeq = seq
    pending.to = at
    pending.bytes += line.length
    if (pending.bytes < maxMember) return
    this.#full.push(pending)
    this.#pending = null
  }

  /** Everything added so far is in the file; `sync` also for a power failure. */
  async write(sync: boolean): Promise<void> {
    if (this.#pending) this.#full.push(this.#pending)
    this.#pending = null
    for (let next = this.#full.shift(); next; next = this.#full.shift()) await this.#append(next)
    if (sync) await this.#segment?.handle.datasync()
  }

  /** Call several times a minute. */
  refreshLock(): Promise<void> {
    return this.lock.refresh(this.now())
  }

  /** Without writing. */
  async close(): Promise<void> {
    try {
      await this.#closeSegment()
    } finally {
      await this.lock.release()
    }
  }

  async #closeSegment(): Promise<void> {
    const segment = this.#segment
    this.#segment = null
    await segment?.handle.close()
  }

  async #append({ lines, firstSeq, lastSeq, from, to }: Pending): Promise<void> {
    const items = lines.length
    const facts = { items, firstSeq, lastSeq, from, to, previous: this.#digest }
    const member = sealMember(Buffer.concat(lines), facts)
    // Others may have written meanwhile, whose segments have to come later.
    const at = this.start ? Math.max(logTimeOf(from).milliseconds, this.start.time) : this.now()
    const segment = await this.#segmentFor(member.length, at)
    await segment.handle.appendFile(member)
    segment.size += member.length
    this.#appended += member.length
    this.#since ??= logTimeOf(from).milliseconds
    this.#digest = digestOf(member)
    this.#nextSeq = lastSeq + 1
  }

  async #segmentFor(bytes: number, now: number): Promise<OpenSegment> {
    const open = this.#segment
    const endOf = (time: number) => endOfPeriod(time, this.segmentLength)
    if (open && endOf(open.began) === endOf(now) && open.size + bytes <= this.maxSegment) return open
    await open?.handle.datasync()
    await this.#closeSegment()
    return (this.#segment = await this.#begin(now))
  }

  async #begin(now: number): Promise<OpenSegment> {
    const newest = (await listSegments(this.folder)).at(-1)
    const file = segmentFile(this.folder, now, newest)
    return { file, handle: await open(file, 'ax', 0o600), began: now, size: 0 }
  }
}
