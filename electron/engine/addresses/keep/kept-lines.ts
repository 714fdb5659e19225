import { createReadStream } from 'node:fs'
import { open, rename, rm, stat, truncate } from 'node:fs/promises'
import { decodeDepositAddress, type DepositAddress } from '../../../shared/wire/address-decoder'
import { isRecord } from '../../../shared/wire/record-reader'
import { wireRecord } from '../detail/wire-record'
import { writeStreamed } from './streamed-file'

const version = 1
const header = `${JSON.stringify({ leadline: 'addresses', version })}\n`
const lineFeed = 0x0a

export type KeptState =
  | { readonly state: 'absent' }
  /** `damaged` lines could not be read. */
  | { readonly state: 'read'; readonly damaged: number }
  | { readonly state: 'foreign' }
  | { readonly state: 'newer' }

export interface ReadProgress {
  readonly record: (record: DepositAddress) => void
  /** Called after each piece of the file; others get their turn meanwhile. */
  readonly between: (bytes: number, of: number) => Promise<void>
}

/** `addresses.jsonl`: a line for each address, the newest content of an address last. */
export class KeptLines {
  #bytes = 0

  constructor(private readonly file: string) {}

  get bytes(): number {
    return this.#bytes
  }

  async read({ record, between }: ReadProgress): Promise<KeptState> {
    const found = await stat(this.file).catch((problem: unknown) => {
      if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return null
      throw problem
    })
    if (!found) return { state: 'absent' }
    let state: KeptState['state'] | null = null
    let damaged = 0
    let whole = 0
    let rest: Buffer = Buffer.alloc(0)
    for await (const piece of createReadStream(this.file, { highWaterMark: 256 * 1024 })) {
      const bytes = Buffer.concat([rest, piece as Buffer])
      let from = 0
      for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, from)) {
        const line = parsed(bytes.toString('utf8', from, end))
        whole += end + 1 - from
        from = end + 1
        if (state === null) {
          state = headerState(line)
          if (state !== 'read') return { state }
        } else if (!take(line, record)) damaged += 1
      }
      rest = bytes.subarray(from)
      await between(whole, found.size)
    }
    if (state === null) return { state: 'foreign' }
    // A line that was being written when Leadline ended: what comes next must not be glued to it.
    if (rest.length > 0) await truncate(this.file, whole)
    this.#bytes = whole
    return { state: 'read', damaged }
  }

  async append(records: readonly DepositAddress[]): Promise<void> {
    const text = records.map(lineOf).join('')
    const handle = await open(this.file, 'a', 0o600)
    try {
      const { size } = await handle.stat()
      try {
        await handle.writeFile(size === 0 ? header + text : text)
        await handle.datasync()
      } catch (problem) {
        // Half a line would spoil the next one.
        await handle.truncate(size).catch(() => undefined)
        throw problem
      }
      this.#bytes = (await handle.stat()).size
    } finally {
      await handle.close()
    }
  }

  async rewrite(records: () => Iterable<DepositAddress>): Promise<void> {
    this.#bytes = await writeStreamed(this.file, pieces(records()))
  }

  async setAside(now: Date): Promise<string> {
    const kept = `${this.file}.damaged-${now.toISOString().replaceAll(':', '-')}`
    await rename(this.file, kept)
    this.#bytes = 0
    return kept
  }

  async remove(): Promise<void> {
    await rm(this.file, { force: true })
    this.#bytes = 0
  }
}

const lineOf = (record: DepositAddress) => `${JSON.stringify(wireRecord(record))}\n`

function* pieces(records: Iterable<DepositAddress>): Generator<string> {
  let piece = header
  for (const record of records) {
    piece += lineOf(record)
    if (piece.length < 256 * 1024) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function headerState(line: unknown): 'read' | 'foreign' | 'newer' {
  if (!isRecord(line) || line['leadline'] !== 'addresses' || typeof line['version'] !== 'number')
    return 'foreign'
  return line['version'] > version ? 'newer' : 'read'
}

function take(line: unknown, record: (record: DepositAddress) => void): boolean {
  try {
    record(decodeDepositAddress(line))
    return true
  } catch {
    return false
  }
}
