import { inflateRawSync } from 'node:zlib'

const endMark = Buffer.from('504b0506', 'hex')

/** By the central directory, like other programs. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(endMark)
  const entries = new Map<string, Buffer>()
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, size] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)]
    const [name, extra, comment] = [28, 30, 32].map((place) => file.readUInt16LE(at + place)) as [
      number,
      number,
      number
    ]
    const local = file.readUInt32LE(at + 42)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const content = inflateRawSync(file.subarray(start, start + packed))
    if (content.length !== size) throw new Error(`An entry has ${content.length} bytes, not ${size}.`)
    entries.set(file.toString('utf8', at + 46, at + 46 + name), content)
    at += 46 + name + extra + comment
  }
  if (at !== end) throw new Error('The central directory does not end where the file says.')
  return entries
}
