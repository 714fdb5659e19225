import fs from 'node:fs'
import path from 'node:path'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'

/**
 * A reader for the zip files that runtimes come in: central directory, stored and deflated entries, symbolic links,
 * checksums. It runs before any package is installed, therefore on Node alone.
 *
 * @typedef {{ name: string, method: number, checksum: number, packed: number, size: number, mode: number,
 *   offset: number }} Entry
 */

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const linkType = 0o120000

/**
 * @param {fs.promises.FileHandle} file
 * @param {number} position
 * @param {number} length
 */
async function read(file, position, length) {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  if (position < 0 || bytesRead !== length) throw new Error('The zip file is cut off.')
  return bytes
}

/**
 * @param {fs.promises.FileHandle} file
 * @returns {Promise<Entry[]>}
 */
export async function listZip(file) {
  const { size } = await file.stat()
  const tail = await read(file, Math.max(0, size - 65_557), Math.min(size, 65_557))
  let at = tail.length - 22
  while (at >= 0 && tail.readUInt32LE(at) !== endSignature) at--
  if (at < 0) throw new Error('Not a zip file, or its end is missing.')
  const count = tail.readUInt16LE(at + 10)
  const length = tail.readUInt32LE(at + 12)
  const offset = tail.readUInt32LE(at + 16)
  if (count === 0xffff || length === 0xffffffff || offset === 0xffffffff) {
    throw new Error('Zip files of the 64-bit kind are not read here.')
  }
  if (offset + length > size) throw new Error('The zip file is cut off.')
  const directory = await read(file, offset, length)
  const entries = []
  for (let position = 0, index = 0; index < count; index++) {
    if (position + 46 > length || directory.readUInt32LE(position) !== entrySignature) {
      throw new Error('The directory of the zip file is damaged.')
    }
    const nameLength = directory.readUInt16LE(position + 28)
    entries.push({
      name: directory.toString('utf8', position + 46, position + 46 + nameLength),
      method: directory.readUInt16LE(position + 10),
      checksum: directory.readUInt32LE(position + 16),
      packed: directory.readUInt32LE(position + 20),
      size: directory.readUInt32LE(position + 24),
      mode: directory.readUInt16LE(position + 40),
      offset: directory.readUInt32LE(position + 42)
    })
    position +=
      46 + nameLength + directory.readUInt16LE(position + 30) + directory.readUInt16LE(position + 32)
  }
  return entries
}

/**
 * Where an entry goes, or an error if that is not inside of the folder.
 * @param {string} folder
 * @param {string} name
 */
export function placeInside(folder, name) {
  const outside = name.includes('\\') || name.includes('\0') || /^[a-z]:/i.test(name) || name.startsWith('/')
  if (outside || name.split('/').includes('..')) {
    throw new Error(`The zip file holds a path that leads outside: ${JSON.stringify(name)}.`)
  }
  return path.join(folder, name)
}

/**
 * @param {string} source path of the zip file
 * @param {fs.promises.FileHandle} file
 * @param {Entry} entry
 */
async function contentOf(source, file, entry) {
  const header = await read(file, entry.offset, 30)
  if (header.readUInt32LE(0) !== localSignature) throw new Error(`${entry.name} is damaged in the zip file.`)
  const from = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (entry.method !== 0 && entry.method !== 8) throw new Error(`${entry.name} is packed in an unknown way.`)
  const raw =
    entry.packed === 0
      ? Readable.from([])
      : fs.createReadStream(source, { start: from, end: from + entry.packed - 1 })
  let checksum = 0
  let size = 0
  const check = new Transform({
    transform(chunk, _encoding, next) {
      checksum = zlib.crc32(chunk, checksum)
      size += chunk.length
      next(size > entry.size ? new Error(`${entry.name} is larger than the zip file says.`) : null, chunk)
    },
    flush(next) {
      const good = size === entry.size && checksum === entry.checksum
      next(good ? null : new Error(`${entry.name} is damaged in the zip file.`))
    }
  })
  return /** @type {(Readable | Transform)[]} */ (
    entry.method === 8 ? [raw, zlib.createInflateRaw(), check] : [raw, check]
  )
}

/**
 * @param {string} source
 * @param {string} folder
 * @param {{ skip?: (name: string) => boolean, onBytes?: (done: number, total: number) => void }} [options]
 */
export async function unzip(source, folder, options = {}) {
  const file = await fs.promises.open(source)
  try {
    const entries = (await listZip(file)).filter((entry) => !options.skip?.(entry.name))
    // All names are checked before the first byte is written.
    for (const entry of entries) placeInside(folder, entry.name)
    const total = entries.reduce((sum, entry) => sum + entry.size, 0)
    const links = []
    let done = 0
    for (const entry of entries) {
      const place = placeInside(folder, entry.name)
      if (entry.name.endsWith('/')) {
        fs.mkdirSync(place, { recursive: true })
        continue
      }
      const streams = await contentOf(source, file, entry)
      if ((entry.mode & 0o170000) === linkType) {
        /** @type {Buffer[]} */
        const parts = []
        const collect = new Writable({
          write(part, _encoding, next) {
            parts.push(part)
            next()
          }
        })
        await pipeline([...streams, collect])
        links.push({ name: entry.name, place, target: Buffer.concat(parts).toString('utf8') })
      } else {
        fs.mkdirSync(path.dirname(place), { recursive: true })
        const mode = entry.mode & 0o111 ? 0o755 : 0o644
        await pipeline([...streams, fs.createWriteStream(place, { mode, flags: 'wx' })])
      }
      done += entry.size
      options.onBytes?.(done, total)
    }
    // Links come last, so that no entry can be written through one.
    for (const { name, place, target } of links) {
      const inside = path.relative(folder, path.resolve(path.dirname(place), target))
      if (path.isAbsolute(target) || inside.startsWith('..')) {
        throw new Error(`The zip file holds a link that leads outside: ${JSON.stringify(name)}.`)
      }
      fs.mkdirSync(path.dirname(place), { recursive: true })
      fs.symlinkSync(target, place)
    }
  } finally {
    await file.close()
  }
}
