import { inflateRawSync } from 'node:zlib'

/** The entries of a ZIP file, by its own bytes. */
export function unzip(file: Buffer): Map<string, string> {
  const entries = new Map<string, string>()
  for (let at = 0; file.readUInt32LE(at) === 0x04034b50;) {
    const packed = file.readUInt32LE(at + 18)
    const nameEnd = at + 30 + file.readUInt16LE(at + 26)
    const start = nameEnd + file.readUInt16LE(at + 28)
    entries.set(
      file.toString('utf8', at + 30, nameEnd),
      inflateRawSync(file.subarray(start, start + packed)).toString('utf8')
    )
    at = start + packed
  }
  return entries
}
