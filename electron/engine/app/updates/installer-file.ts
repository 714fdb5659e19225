import { createHash, type Hash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { updatesText } from '#shared/messages/updates'
import { makePrivate } from '../../base/files'
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
    const found = await stat(this.path).catch(() => null)
    if (!found?.isFile() || found.size !== this.release.size) return false
    const hash = await hashed(this.path).catch(() => null)
    return hash?.digest('hex') === this.release.sha256
  }

  /** Opens the partial download, with what it has already; files of other releases are deleted. */
  async begin(): Promise<PartialDownload> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 })
      await makePrivate(this.folder)
      for (const name of await readdir(this.folder))
        if (path.join(this.folder, name) !== this.#part)
          await rm(path.join(this.folder, name), { recursive: true, force: true })
      const found = await stat(this.#part).catch(() => null)
      const isUsable = found?.isFile() === true && found.size < this.release.size
      if (found && !isUsable) await rm(this.#part, { recursive: true, force: true })
      const hash = isUsable ? await hashed(this.#part) : createHash('sha256')
      const handle = await open(this.#part, 'a', 0o600)
      return new PartialDownload(this, handle, hash, isUsable ? found.size : 0)
    } catch (cause) {
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

async function hashed(file: string): Promise<Hash> {
  const hash = createHash('sha256')
  const parts: ReadStream = createReadStream(file)
  for await (const part of parts) hash.update(part as Uint8Array)
  return hash
}
