import { mkdir, open, rename, rm, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import type { DepositAddress } from '#shared/wire/address-decoder'
import { isRecord } from '#shared/wire/record-reader'
import { copyName } from '#engine/base/files/index'
import { wireRecord } from '../detail/wire-record'
import { hashedFile, RunningHash, type Covered } from './covered'
import { LineReader, parsedLine, type LinePorts } from './line-reader'
import { cutAt, piecesOf } from './pieces'
import { writeStreamed } from './streamed-file'

const version = 1
const header = `${JSON.stringify({ leadline: 'addresses', version })}\n`
const lineFeed = 0x0a
const pieceBytes = 256 * 1024

type KeptState =
  | { readonly state: 'absent' }
  /** `damaged` is the number of unreadable lines. */
  | { readonly state: 'read'; readonly damaged: number }
  | { readonly state: 'foreign' }
  | { readonly state: 'newer' }
  /** The file was changed by someone else. */
  | { readonly state: 'altered' }
  | { readonly state: 'removed' }

/** All rows, in two parts: those of the last look, and later ones. */
export interface AllRecords {
  readonly seen: Iterable<DepositAddress>
  readonly later: Iterable<DepositAddress>
}

export interface ReadProgress extends LinePorts {
  /** The rows of the last look were read. */
  readonly seen: () => void
  /** Called after each part of the file, to yield. */
  readonly between: (bytes: number, of: number) => Promise<void>
}

/** `addresses.jsonl`: one address per line; later lines replace earlier ones. */
export class KeptLines {
  readonly #hash = new RunningHash()
  #bytes = 0
  #writtenAt: number | null = null

  constructor(private readonly file: string) {}

  get bytes(): number {
    return this.#bytes
  }

  get covered(): Covered {
    return this.#hash.covered
  }

  /** Milliseconds since the epoch. */
  get writtenAt(): number | null {
    return this.#writtenAt
  }

  /**
   * @param covered the part known to be complete; the rest is cut off. Null accepts the whole file.
   * @param look the part written at the last look; null if there was none
   */
  async read(ports: ReadProgress, covered: Covered | null, look: Covered | null): Promise<KeptState> {
    const found = await stat(this.file).catch((problem: unknown) => {
      if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return null
      throw problem
    })
    if (found && !found.isFile()) return { state: 'foreign' }
    if (!found) return { state: covered !== null && covered.bytes > 0 ? 'removed' : 'absent' }
    this.#writtenAt = found.mtimeMs
    let cut: number | null = null
    if (covered !== null) {
      const first = await firstLine(this.file)
      if (headerState(first) === 'newer') return { state: 'newer' }
      const hash = await hashedFile(this.file, covered.bytes, look?.bytes, ({ bytes, sha256 }) => {
        if (bytes === look?.bytes && sha256 === look.sha256) cut = bytes
      })
      if (hash.covered.sha256 !== covered.sha256 || hash.covered.bytes !== covered.bytes) {
        return { state: 'altered' }
      }
      this.#hash.become(hash)
      if (found.size > covered.bytes) await truncate(this.file, covered.bytes)
    }
    return this.#readLines(ports, covered?.bytes ?? found.size, cut)
  }

  async #readLines(ports: ReadProgress, size: number, cut: number | null): Promise<KeptState> {
    if (cut === 0) ports.seen()
    // Progress before the first rows.
    if (size === 0) return { state: 'read', damaged: 0 }
    const reader = new LineReader(ports)
    let state: KeptState['state'] | null = null
    let damaged = 0
    let whole = 0
    let rest: Buffer = Buffer.alloc(0)
    for await (const piece of cutAt(piecesOf(this.file, size, pieceBytes), cut ?? 0)) {
      const first = piece.indexOf(lineFeed) + 1
      const end = piece.lastIndexOf(lineFeed) + 1
      const joined = Buffer.concat([rest, piece.subarray(0, first || piece.length)])
      rest = first === 0 ? joined : Buffer.from(piece.subarray(end))
      if (first === 0) continue
      if (state === null) {
        state = headerState(parsedLine(joined.toString('utf8')))
        if (state !== 'read') return { state }
      } else damaged += reader.read(joined)
      damaged += reader.read(piece.subarray(first, end))
      whole += joined.length + end - first
      if (whole === cut) ports.seen()
      await ports.between(whole, size)
    }
    if (state === null) return { state: 'foreign' }
    // Removes a truncated line, so that the next one is not appended to it.
    if (rest.length > 0) await truncate(this.file, whole)
    this.#bytes = whole
    if (this.#hash.covered.bytes !== whole) this.#hash.become(await hashedFile(this.file, whole))
    return { state: 'read', damaged }
  }

  async append(records: readonly DepositAddress[]): Promise<void> {
    const text = records.map(lineOf).join('')
    if (this.#bytes === 0) await mkdir(path.dirname(this.file), { recursive: true, mode: 0o700 })
    const handle = await open(this.file, 'a', 0o600)
    try {
      const { size } = await handle.stat()
      try {
        const bytes = Buffer.from(size === 0 ? header + text : text, 'utf8')
        await handle.writeFile(bytes)
        await handle.datasync()
        if (size === 0) this.#hash.clear()
        this.#hash.add(bytes)
      } catch (problem) {
        // Removes a partial line.
        await handle.truncate(size).catch(() => undefined)
        throw problem
      }
      this.#bytes = (await handle.stat()).size
    } finally {
      await handle.close()
    }
  }

  /** Returns the part of the last look. */
  async rewrite({ seen, later }: AllRecords): Promise<Covered> {
    const hash = new RunningHash()
    let look = hash.covered
    function* parts() {
      yield* pieces(seen, header)
      look = hash.covered
      yield* pieces(later, '')
    }
    this.#bytes = await writeStreamed(this.file, parts(), (bytes) => hash.add(bytes))
    this.#hash.become(hash)
    return look
  }

  async quarantine(now: Date): Promise<string> {
    const kept = await copyName(this.file, now)
    await rename(this.file, kept)
    this.#clear()
    return kept
  }

  async remove(): Promise<void> {
    await rm(this.file, { force: true })
    this.#clear()
  }

  #clear(): void {
    this.#bytes = 0
    this.#writtenAt = null
    this.#hash.clear()
  }
}

/** Reads at most the size of a header. */
async function firstLine(file: string): Promise<unknown> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0)
    return parsedLine(buffer.toString('utf8', 0, bytesRead).split('\n', 1)[0]!)
  } finally {
    await handle.close()
  }
}

const lineOf = (record: DepositAddress) => `${JSON.stringify(wireRecord(record))}\n`

function* pieces(records: Iterable<DepositAddress>, head: string): Generator<string> {
  let piece = head
  for (const record of records) {
    piece += lineOf(record)
    if (piece.length < 256 * 1024) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function headerState(line: unknown): 'read' | 'foreign' | 'newer' {
  if (!isRecord(line) || line['leadline'] !== 'addresses' || typeof line['version'] !== 'number')
    return 'foreign'
  return line['version'] > version ? 'newer' : 'read'
}
