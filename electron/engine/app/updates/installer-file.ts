import { createHash, type Hash } from 'node:crypto'
import { constants } from 'node:fs'
import { rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { updatesText } from '#shared/messages/updates'
import { makeFolder, openItself, refuseLink, removeOwnFiles } from './download-folder'
import type { ReleaseFile } from './manifest'

const text = updatesText.download

/** The installer of one release in a folder of its own, named after its hash. */
export class InstallerFile {
  readonly path: string
  readonly #part: string

  constructor(
    private readonly folder: string,
    readonly release: ReleaseFile
  ) {
    const { pathname } = new URL(release.url)
    const extension = /\.[a-z]{2,5}$/.exec(pathname)?.[0] ?? ''
    this.path = path.join(folder, `leadline-${release.sha256.slice(0, 16)}${extension}`)
    this.#part = `${this.path}.part`
  }

  /** Every byte is read: true only if they are those of the signed release. */
  async isIntact(): Promise<boolean> {
    let handle: FileHandle | null = null
    try {
      await refuseLink(this.folder)
      handle = await openItself(this.path, constants.O_RDONLY)
      const { size, sha256 } = this.release
      const found = await handle.stat()
      return found.size === size && (await hashed(handle)).digest('hex') === sha256
    } catch {
      return false
    } finally {
      await handle?.close().catch(() => {})
    }
  }

  /** Deletes installers of other releases, and parts of them. */
  removeOthers(): Promise<void> {
    return removeOwnFiles(this.folder, [this.path, this.#part])
  }

  /** Opens the partial download, with what it has already; every other download is deleted. */
  async begin(): Promise<PartialDownload> {
    await refuseLink(this.folder)
    let handle: FileHandle | null = null
    try {
      await removeOwnFiles(this.folder, [this.#part])
      await makeFolder(this.folder)
      handle = await openItself(this.#part, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT)
      const found = await handle.stat()
      const isUsable = found.size < this.release.size
      if (!isUsable) await handle.truncate(0)
      return new PartialDownload(this, handle, await hashed(handle), isUsable ? found.size : 0)
    } catch (cause) {
      await handle?.close().catch(() => {})
      throw this.#diskProblem(cause)
    }
  }

  async complete(): Promise<void> {
    await rename(this.#part, this.path).catch((cause: unknown) => {
      throw this.#diskProblem(cause)
    })
  }

  async removePart(): Promise<void> {
    await rm(this.#part, { force: true }).catch(() => {})
  }

  onDisk<T>(work: Promise<T>): Promise<T> {
    return work.catch((cause: unknown) => {
      throw this.#diskProblem(cause)
    })
  }

  #diskProblem(cause: unknown) {
    const detail = String(cause)
    return fail('updates.disk', text.disk(this.folder), { retryable: true, detail, cause })
  }
}

export class PartialDownload {
  constructor(
    private readonly file: InstallerFile,
    private readonly handle: FileHandle,
    private hash: Hash,
    private length: number
  ) {}

  get bytes(): number {
    return this.length
  }

  async restart(): Promise<void> {
    await this.file.onDisk(this.handle.truncate(0))
    this.hash = createHash('sha256')
    this.length = 0
  }

  async write(part: Uint8Array): Promise<void> {
    await this.file.onDisk(this.handle.writeFile(part))
    this.hash.update(part)
    this.length += part.byteLength
  }

  /** Flushes the file; true if it is the signed one. */
  async isWhole(): Promise<boolean> {
    await this.file.onDisk(this.handle.sync())
    const { size, sha256 } = this.file.release
    return this.length === size && this.hash.digest('hex') === sha256
  }

  async close(): Promise<void> {
    await this.handle.close().catch(() => {})
  }
}

async function hashed(handle: FileHandle): Promise<Hash> {
  const hash = createHash('sha256')
  const parts = handle.createReadStream({ start: 0, autoClose: false })
  for await (const part of parts) hash.update(part as Uint8Array)
  return hash
}
