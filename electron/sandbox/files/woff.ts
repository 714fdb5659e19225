import { inflateSync } from 'node:zlib'

interface Table {
  readonly entry: Buffer
  readonly bytes: Buffer
}

/** Unpacks WOFF 1.0, because the PDF library embeds wrong glyphs from packed fonts. */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const headerSize = 12 + count * 16
  let offset = headerSize
  const tables = Array.from({ length: count }, (_, index): Table => {
    const at = 44 + index * 20
    const from = woff.readUInt32BE(at + 4)
    const packed = woff.readUInt32BE(at + 8)
    const size = woff.readUInt32BE(at + 12)
    const stored = woff.subarray(from, from + packed)
    const bytes = Buffer.alloc(Math.ceil(size / 4) * 4)
    const plain = packed === size ? stored : inflateSync(stored)
    plain.copy(bytes)
    const entry = Buffer.alloc(16)
    woff.copy(entry, 0, at, at + 4)
    woff.copy(entry, 4, at + 16, at + 20)
    entry.writeUInt32BE(offset, 8)
    entry.writeUInt32BE(size, 12)
    offset += bytes.length
    return { entry, bytes }
  })
  const header = Buffer.alloc(12)
  woff.copy(header, 0, 4, 8)
  const power = Math.floor(Math.log2(count))
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(2 ** power * 16, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
  return Buffer.concat([header, ...tables.map(({ entry }) => entry), ...tables.map(({ bytes }) => bytes)])
}
