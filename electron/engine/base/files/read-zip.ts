import { crc32, inflateRawSync } from 'node:zlib'
import { zipText } from '#shared/messages/base'
import { readPlainFile } from './plain-file'

interface ZipLimits {
  /** In bytes: of the file, and of all its files when unpacked. */
  readonly packed: number
  readonly unpacked: number
  readonly files: number
}

/** The message is a sentence. */
export class ZipProblem extends Error {}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endLength = 22
const entryLength = 46
const localLength = 30
const maxComment = 0xffff
/** Bits of the flags: encrypted in one way or another. */
const encrypted = 0x2041
const stored = 0
const deflated = 8

interface Entry {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly sum: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** The files of a ZIP without folders, by name. It may come from anybody. */
export async function readZip(file: string, limits: ZipLimits): Promise<ReadonlyMap<string, Buffer>> {
  const bytes = await readPlainFile(file, limits.packed)
  const entries = entriesOf(bytes, limits.files)
  const files = new Map<string, Buffer>()
  let left = limits.unpacked
  for (const entry of entries) {
    const { name } = entry
    if (!isPlainName(name)) throw new ZipProblem(zipText.name(JSON.stringify(name.slice(0, 100))))
    if (files.has(name)) throw new ZipProblem(zipText.twice(name))
    if (entry.size > left) throw new ZipProblem(zipText.tooLarge)
    const content = contentOf(bytes, entry)
    if (content === null) throw new ZipProblem(zipText.damaged(name))
    left -= content.length
    files.set(name, content)
  }
  return files
}

const isPlainName = (name: string) => /^[A-Za-z0-9][\w.-]{0,99}$/.test(name)

function entriesOf(bytes: Buffer, max: number): Entry[] {
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  const length = bytes.readUInt32LE(end + 12)
  const offset = bytes.readUInt32LE(end + 16)
  if (count > max) throw new ZipProblem(zipText.tooMany(max))
  if (offset + length > end) throw new ZipProblem(zipText.notZip)
  const entries: Entry[] = []
  for (let at = offset; entries.length < count;) {
    if (at + entryLength > end || bytes.readUInt32LE(at) !== entrySignature)
      throw new ZipProblem(zipText.notZip)
    const nameEnd = at + entryLength + bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + entryLength, Math.min(nameEnd, end)),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      sum: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42)
    })
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endLength - maxComment)
  for (let at = bytes.length - endLength; at >= first; at--)
    if (bytes.readUInt32LE(at) === endSignature) return at
  throw new ZipProblem(zipText.notZip)
}

/** Null if it is damaged, or packed in a way that is not read here. */
function contentOf(bytes: Buffer, { flags, method, sum, packed, size, offset }: Entry): Buffer | null {
  if (flags & encrypted || offset + localLength > bytes.length) return null
  if (bytes.readUInt32LE(offset) !== localSignature) return null
  const from = offset + localLength + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (from + packed > bytes.length) return null
  const raw = bytes.subarray(from, from + packed)
  const content = method === stored ? raw : method === deflated ? inflated(raw, size) : null
  return content?.length === size && crc32(content) === sum ? content : null
}

function inflated(raw: Buffer, size: number): Buffer | null {
  try {
    return inflateRawSync(raw, { maxOutputLength: size + 1 })
  } catch {
    return null
  }
}
