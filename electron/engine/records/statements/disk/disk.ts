import { constants } from 'node:fs'
import { link, lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'

/** The kind of entry, without following links: a link in the archive could lead out of it. */
type Kind = 'file' | 'folder' | 'other'

export interface Entry {
  readonly name: string
  readonly kind: Kind
}

/** A new file, written from its start to its end. */
export interface NewFile {
  write(bytes: Uint8Array): Promise<void>
  /** Begins again with nothing. */
  empty(): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/** The file system as the archive uses it: full disks and removed drives are tested through another one. */
export interface Disk {
  /** Fails where the name is taken. */
  create(file: string): Promise<NewFile>
  makeFolder(folder: string): Promise<void>
  list(folder: string): Promise<readonly Entry[]>
  kind(place: string): Promise<Kind | null>
  /** Of a plain file; null where there is none. */
  size(file: string): Promise<number | null>
  read(file: string): AsyncIterable<Uint8Array>
  rename(from: string, to: string): Promise<void>
  /** Gives a file a second name; whether that one was free. Fails where there are no such names. */
  link(from: string, to: string): Promise<boolean>
  /** A missing file is not a fault. */
  remove(file: string): Promise<void>
  /** Whether it was empty, and is gone. */
  removeEmpty(folder: string): Promise<boolean>
  syncFolder(folder: string): Promise<void>
}

export const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''

const absent = (thrown: unknown) => codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR'

const kindOf = (one: { isFile(): boolean; isDirectory(): boolean }): Kind =>
  one.isFile() ? 'file' : one.isDirectory() ? 'folder' : 'other'

async function stats(place: string) {
  try {
    return await lstat(place)
  } catch (thrown) {
    if (absent(thrown)) return null
    throw thrown
  }
}

/** The highest folder of a path that is not there. */
async function firstMissing(folder: string): Promise<string> {
  const parent = path.dirname(folder)
  return parent === folder || (await stats(parent)) !== null ? folder : firstMissing(parent)
}

export const realDisk: Disk = {
  async create(file) {
    const handle = await open(file, 'wx', 0o600)
    let at = 0
    return {
      async write(bytes) {
        for (let done = 0; done < bytes.byteLength;) {
          const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, at)
          done += bytesWritten
          at += bytesWritten
        }
      },
      async empty() {
        await handle.truncate(0)
        at = 0
      },
      sync: () => handle.sync(),
      close: () => handle.close()
    }
  },
  async makeFolder(folder) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    } catch (thrown) {
      // On a read-only file system Node says of each missing parent that it is not there.
      if (codeOf(thrown) === 'ENOENT') await mkdir(await firstMissing(folder), { mode: 0o700 })
      throw thrown
    }
  },
  async list(folder) {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  },
  async kind(place) {
    const found = await stats(place)
    return found && kindOf(found)
  },
  async size(file) {
    const found = await stats(file)
    return found?.isFile() ? found.size : null
  },
  async *read(file) {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    try {
      const room = Buffer.allocUnsafe(256 * 1024)
      for (;;) {
        const { bytesRead } = await handle.read(room, 0, room.length, null)
        if (bytesRead === 0) return
        // A copy, since the buffer is used again.
        yield Uint8Array.prototype.slice.call(room, 0, bytesRead)
      }
    } finally {
      await handle.close()
    }
  },
  rename,
  async link(from, to) {
    try {
      await link(from, to)
      return true
    } catch (thrown) {
      if (codeOf(thrown) === 'EEXIST') return false
      throw thrown
    }
  },
  remove: (file) => rm(file, { force: true }),
  async removeEmpty(folder) {
    try {
      await rmdir(folder)
      return true
    } catch (thrown) {
      if (absent(thrown)) return true
      if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY'].includes(codeOf(thrown))) return false
      throw thrown
    }
  },
  async syncFolder(folder) {
    // Windows has no such thing: there the name is safe with the file.
    if (process.platform === 'win32') return
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}
