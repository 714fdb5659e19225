import { createHash } from 'node:crypto'
import fs from 'node:fs'

/**
 * A file of an archive. Electron opens an `unpacked` one beside the archive, in the folder `app.asar.unpacked`.
 * @typedef {{ name: string, source: string, unpacked?: boolean }} Entry `name` with slashes
 */

const block = 4 * 1024 * 1024

/** @param {Buffer} content */
function integrityOf(content) {
  const hashOf = (/** @type {Buffer} */ part) => createHash('sha256').update(part).digest('hex')
  const blocks = []
  for (let from = 0; from < content.length || from === 0; from += block)
    blocks.push(hashOf(content.subarray(from, from + block)))
  return { algorithm: 'SHA256', hash: hashOf(content), blockSize: block, blocks }
}

/** @typedef {{ [name: string]: { files: Folder } | object }} Folder */

/**
 * @param {Folder} top
 * @param {string} name
 * @param {object} node
 */
function put(top, name, node) {
  const folders = name.split('/')
  const last = folders.pop() ?? ''
  let folder = top
  for (const each of folders) {
    folder[each] ??= { files: {} }
    folder = /** @type {{ files: Folder }} */ (folder[each]).files
  }
  folder[last] = node
}

/** @param {number} number */
const word = (number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}

/**
 * The archive from which Electron runs an app. The same files give the same bytes.
 * @param {readonly Entry[]} entries
 */
export function asarOf(entries) {
  /** @type {Folder} */
  const files = {}
  /** @type {Buffer[]} */
  const contents = []
  let offset = 0
  for (const { name, source, unpacked } of entries.toSorted((one, other) =>
    one.name < other.name ? -1 : 1
  )) {
    const content = fs.readFileSync(source)
    const facts = { size: content.length, integrity: integrityOf(content) }
    if (unpacked) put(files, name, { ...facts, unpacked })
    else {
      put(files, name, { ...facts, offset: String(offset) })
      contents.push(content)
      offset += content.length
    }
  }
  const json = Buffer.from(JSON.stringify({ files }))
  const padded = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4)])
  const header = Buffer.concat([word(4 + padded.length), word(json.length), padded])
  return Buffer.concat([word(4), word(header.length), header, ...contents])
}

/**
 * The names and sizes in an archive.
 * @param {Buffer} archive
 */
export function readAsar(archive) {
  const header = JSON.parse(archive.subarray(16, 16 + archive.readUInt32LE(12)).toString())
  /** @type {{ name: string, size: number, unpacked: boolean }[]} */
  const found = []
  const visit = (/** @type {Folder} */ folder, /** @type {string} */ prefix) => {
    for (const [name, node] of Object.entries(folder)) {
      if ('files' in node) visit(/** @type {{ files: Folder }} */ (node).files, `${prefix}${name}/`)
      else {
        const { size, unpacked = false } = /** @type {{ size: number, unpacked?: boolean }} */ (node)
        found.push({ name: prefix + name, size, unpacked })
      }
    }
  }
  visit(header.files, '')
  return found
}
