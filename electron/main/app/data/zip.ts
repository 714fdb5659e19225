import { deflateRawSync } from 'node:zlib'
import { crc32 } from './crc'

export interface ZipEntry {
  readonly name: string
  readonly content: Uint8Array
}

const version = 20
const namesAreUtf8 = 0x0800
const deflated = 8

/** A ZIP file of a few small entries, all in memory. */
export function zip(entries: readonly ZipEntry[], when: Date): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const nameBytes = Buffer.from(name, 'utf8')
    const packed = deflateRawSync(content)
    const common = commonHeader(nameBytes, content, packed, when)
    const body = Buffer.concat([unsigned32(0x04034b50), common, nameBytes, packed])
    const central = Buffer.concat([
      unsigned32(0x02014b50),
      unsigned16(version),
      common,
      // No comment, first disk, no attributes.
      Buffer.alloc(10),
      unsigned32(offset),
      nameBytes
    ])
    bodies.push(body)
    directory.push(central)
    offset += body.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.concat([
    unsigned32(0x06054b50),
    Buffer.alloc(4),
    unsigned16(entries.length),
    unsigned16(entries.length),
    unsigned32(index.length),
    unsigned32(offset),
    unsigned16(0)
  ])
  return Buffer.concat([...bodies, index, end])
}

function commonHeader(name: Buffer, content: Uint8Array, packed: Buffer, when: Date): Buffer {
  const time = (when.getHours() << 11) | (when.getMinutes() << 5) | (when.getSeconds() >> 1)
  const date = (Math.max(0, when.getFullYear() - 1980) << 9) | ((when.getMonth() + 1) << 5) | when.getDate()
  return Buffer.concat([
    ...[version, namesAreUtf8, deflated, time, date].map(unsigned16),
    ...[crc32(content), packed.length, content.length].map(unsigned32),
    unsigned16(name.length),
    unsigned16(0)
  ])
}

function unsigned16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function unsigned32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
