import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'

/**
 * Refuses a file that is not, byte for byte, the one that was pinned.
 * @param {string} file
 * @param {string} integrity `sha512-` and base64, as in a lock file
 */
export async function verify(file, integrity) {
  const hash = createHash('sha512')
  for await (const part of fs.createReadStream(file)) hash.update(part)
  const found = 'sha512-' + hash.digest('base64')
  if (found !== integrity) {
    throw new Error(
      `The downloaded file is not the pinned one and was refused: expected ${integrity}, got ${found}.`
    )
  }
}

/**
 * Takes one file out of a gzipped tar.
 * @param {string} tarball
 * @param {string} name
 * @param {string} destination
 */
export async function extractFromTarball(tarball, name, destination) {
  let held = Buffer.alloc(0)
  let wanted = false
  let left = 0
  let padding = 0
  let found = false
  const output = await fs.promises.open(destination, 'wx')
  try {
    await pipeline(
      fs.createReadStream(tarball),
      zlib.createGunzip(),
      async (/** @type {AsyncIterable<Buffer>} */ all) => {
        for await (const chunk of all) {
          let at = 0
          while (at < chunk.length) {
            if (left > 0) {
              const part = chunk.subarray(at, at + left)
              if (wanted) await output.write(part)
              left -= part.length
              at += part.length
            } else if (padding > 0) {
              const skipped = Math.min(padding, chunk.length - at)
              padding -= skipped
              at += skipped
            } else {
              const part = chunk.subarray(at, at + 512 - held.length)
              held = Buffer.concat([held, part])
              at += part.length
              if (held.length < 512) continue
              const size = parseInt(held.toString('latin1', 124, 136).replace(/\0.*$/, '').trim() || '0', 8)
              if (!Number.isFinite(size)) throw new Error('The tarball is damaged.')
              wanted = held.toString('utf8', 0, 100).replace(/\0.*$/s, '') === name
              found ||= wanted
              left = size
              padding = (512 - (size % 512)) % 512
              held = Buffer.alloc(0)
            }
          }
        }
      }
    )
  } finally {
    await output.close()
  }
  if (!found || left > 0) throw new Error(`The tarball does not hold ${name}.`)
}
