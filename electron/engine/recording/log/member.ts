import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { crc32, deflateRawSync, gunzip, inflateRawSync, type ZlibOptions } from 'node:zlib'

/** In the extra field of a member's header, so that a reader need not inflate the member. */
export interface MemberFacts {
  /** Bytes of the whole member. */
  readonly length: number
  readonly items: number
  readonly firstSeq: number
  readonly lastSeq: number
  /** When the first and the last item arrived, in nanoseconds since the epoch. */
  readonly from: bigint
  readonly to: bigint
  /** SHA-256 of the member before it; zeros at the beginning of a recording. */
  readonly previous: Buffer
}

/** gzip with an extra field, no name and no time. */
const start = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 4, 255])
/** With a checksum of the header, so that a wrong length is not followed. */
const factsLength = 76
const extra = Buffer.from([factsLength + 4, 0, 0x4c, 0x4c, factsLength, 0])
const factsAt = start.length + extra.length
export const headLength: number = factsAt + factsLength
const sumAt = headLength - 4
/** Checksum and size of the text. */
export const tailLength = 8
/** Every member begins with it. */
export const memberMark: Buffer = Buffer.concat([start, extra])
/** Frames of the stream are smaller. */
const maxText = 64 * 1024 * 1024

const minChunk = 1024
const maxChunk = 1024 * 1024
const minAside = 8 * 1024
const gunzipAside = promisify<Buffer, ZlibOptions, Buffer>(gunzip)

export const noMember: Buffer = Buffer.alloc(32)

export const digestOf = (member: Uint8Array): Buffer => createHash('sha256').update(member).digest()

/** A member of a gzip file, compressed on its own. */
export function sealMember(text: Uint8Array, facts: Omit<MemberFacts, 'length'>): Buffer {
  const body = deflateRawSync(text, { level: 1 })
  const length = headLength + body.length + tailLength
  const member = Buffer.allocUnsafe(length)
  memberMark.copy(member)
  let at = member.writeUInt32LE(length, factsAt)
  at = member.writeUInt32LE(facts.items, at)
  at = member.writeBigUInt64LE(BigInt(facts.firstSeq), at)
  at = member.writeBigUInt64LE(BigInt(facts.lastSeq), at)
  at = member.writeBigUInt64LE(facts.from, at)
  at = member.writeBigUInt64LE(facts.to, at)
  facts.previous.copy(member, at)
  member.writeUInt32LE(crc32(member.subarray(0, sumAt)), sumAt)
  body.copy(member, headLength)
  at = member.writeUInt32LE(crc32(text), headLength + body.length)
  member.writeUInt32LE(text.length, at)
  return member
}

/** Null if the bytes do not begin with the header of a member. */
export function readFacts(bytes: Buffer): MemberFacts | null {
  if (bytes.length < headLength || !bytes.subarray(0, factsAt).equals(memberMark)) return null
  if (crc32(bytes.subarray(0, sumAt)) !== bytes.readUInt32LE(sumAt)) return null
  const facts = {
    length: bytes.readUInt32LE(factsAt),
    items: bytes.readUInt32LE(factsAt + 4),
    firstSeq: Number(bytes.readBigUInt64LE(factsAt + 8)),
    lastSeq: Number(bytes.readBigUInt64LE(factsAt + 16)),
    from: bytes.readBigUInt64LE(factsAt + 24),
    to: bytes.readBigUInt64LE(factsAt + 32),
    previous: Buffer.from(bytes.subarray(factsAt + 40, sumAt))
  }
  const isPossible =
    facts.length > headLength + tailLength && facts.items > 0 && Number.isSafeInteger(facts.lastSeq)
  return isPossible ? facts : null
}

/** The text of a whole member, or null if it is damaged. */
export function openMember(member: Buffer): Buffer | null {
  try {
    const text = inflateRawSync(member.subarray(headLength, -tailLength), inflating(member))
    const sum = member.readUInt32LE(member.length - tailLength)
    return text.length === sizeOf(member) && crc32(text) === sum ? text : null
  } catch {
    return null
  }
}

/** The same on another thread, which compares the checksum as well; small ones are opened sooner here. */
export async function openMemberAside(member: Buffer): Promise<Buffer | null> {
  if (member.length < minAside) return openMember(member)
  try {
    const text = await gunzipAside(member, inflating(member))
    return text.length === sizeOf(member) ? text : null
  } catch {
    return null
  }
}

const sizeOf = (member: Buffer): number => member.readUInt32LE(member.length - 4)

function inflating(member: Buffer): ZlibOptions {
  const size = sizeOf(member)
  if (size > maxText) throw new RangeError('A member is too large.')
  return {
    maxOutputLength: size + 1,
    // At once, instead of copied from small parts.
    chunkSize: Math.min(Math.max(size + 1, minChunk), maxChunk)
  }
}
