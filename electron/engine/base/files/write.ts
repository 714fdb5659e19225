import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync
} from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

const maxLinks = 20

let written = 0
const temporaryName = (file: string) => `${file}.${process.pid}-${++written}.tmp`

/** Writes to the same file run in order. */
const tails = new Map<string, Promise<void>>()

/**
 * The file has either all of its old or all of its new content: a temporary file is written, flushed and renamed. A
 * link is kept and its target is written.
 */
export const writeAtomically = (file: string, content: string | Uint8Array): Promise<void> =>
  inOrder(file, (key) => writeNow(withoutLinks(key), content))

/** As `writeAtomically`, but a link is replaced and its target is left unchanged. */
export const replaceAtomically = (file: string, content: string | Uint8Array): Promise<void> =>
  inOrder(file, (key) => writeNow(key, content))

function inOrder(file: string, writeTo: (key: string) => Promise<void>): Promise<void> {
  const key = path.resolve(file)
  const write = (tails.get(key) ?? Promise.resolve()).then(() => writeTo(key))
  const tail = write
    .catch(() => {})
    .then(() => {
      if (tails.get(key) === tail) tails.delete(key)
    })
  tails.set(key, tail)
  return write
}

function withoutLinks(file: string): string {
  let target = file
  for (let links = 0; links < maxLinks; links++) {
    try {
      target = path.resolve(path.dirname(target), readlinkSync(target))
    } catch {
      return target
    }
  }
  // Too many links: throws the system's error.
  statSync(file)
  return target
}

async function writeNow(file: string, content: string | Uint8Array) {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const temporary = temporaryName(file)
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (problem) {
    await rm(temporary, { force: true })
    throw problem
  }
}

/** Synchronous, for exit. */
export function writeAtomicallyNow(link: string, content: string): void {
  const file = withoutLinks(link)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const temporary = temporaryName(file)
  try {
    const descriptor = openSync(temporary, 'wx', 0o600)
    try {
      const bytes = Buffer.from(content)
      for (let offset = 0; offset < bytes.length;) offset += writeSync(descriptor, bytes, offset)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, file)
  } catch (problem) {
    rmSync(temporary, { force: true })
    throw problem
  }
}
