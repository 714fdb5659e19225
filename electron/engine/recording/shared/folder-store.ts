import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { ServiceNamed } from '../../connection'
import { serviceFolder } from '../location'
import { partEnding } from '../parquet/locations'
import { abandonedAfter, maxSharedNames, type SharedStore } from './store'

const block = 128 * 1024
const maxDepth = 8

/** A folder that computers of the desk have in common. */
export class FolderStore implements SharedStore {
  readonly hasParquet = true
  readonly #folder: string

  /**
   * @param root it has to exist, because a drive may be away
   * @param service its folder below
   */
  constructor(
    private readonly root: string,
    service: string
  ) {
    this.#folder = path.join(root, ...service.split('/'))
  }

  static of(root: string, service: ServiceNamed): FolderStore {
    return new FolderStore(root, serviceFolder(service))
  }

  async names(folders: readonly string[], signal: AbortSignal): Promise<readonly (readonly string[])[]> {
    await this.#needRoot()
    const lists: (readonly string[])[] = []
    for (const folder of folders) lists.push(await this.#namesIn(folder, signal))
    return lists
  }

  async #namesIn(folder: string, signal: AbortSignal): Promise<readonly string[]> {
    const found: string[] = []
    await this.#list(path.join(this.#folder, folder), '', 0, signal, (name) => {
      if (found.length >= maxSharedNames) throw fail('recording.shared-full', recordingText.shared.tooMany)
      if (!name.endsWith(partEnding)) found.push(name)
    })
    return found.sort()
  }

  async *read(name: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    // A pipe must not block, and links are not followed.
    const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
    const noFile = () => fail('recording.shared-file', recordingText.shared.noFile(name))
    const handle = await open(this.#fileOf(name), flags).catch((thrown: NodeJS.ErrnoException) => {
      throw ['ENOENT', 'ELOOP'].includes(thrown.code ?? '') ? noFile() : thrown
    })
    try {
      if (!(await handle.stat()).isFile()) throw noFile()
      for (;;) {
        signal.throwIfAborted()
        const piece = Buffer.allocUnsafe(block)
        const { bytesRead } = await handle.read(piece, 0, block)
        if (bytesRead === 0) return
        yield piece.subarray(0, bytesRead)
      }
    } finally {
      await handle.close()
    }
  }

  async write(name: string, pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    await this.#needRoot()
    const file = this.#fileOf(name)
    await mkdir(path.dirname(file), { recursive: true })
    const part = `${file}.${randomUUID()}${partEnding}`
    try {
      const handle = await open(part, 'wx', 0o644)
      try {
        for await (const piece of pieces) {
          signal.throwIfAborted()
          await handle.writeFile(piece)
        }
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(part, file)
    } finally {
      await rm(part, { force: true })
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#fileOf(name), { force: true })
  }

  async sweep(now: number, signal: AbortSignal): Promise<void> {
    await this.#needRoot()
    await this.#list(this.#folder, '', 0, signal, async (name) => {
      if (!name.endsWith(partEnding)) return
      const file = path.join(this.#folder, name)
      const found = await stat(file).catch(() => null)
      if (found && found.mtimeMs < now - abandonedAfter) await rm(file, { force: true })
    })
  }

  #fileOf(name: string): string {
    return path.join(this.#folder, ...name.split('/'))
  }

  async #needRoot(): Promise<void> {
    const found = await stat(this.root).catch(() => null)
    if (!found?.isDirectory())
      throw fail('recording.shared-folder', recordingText.shared.noFolder(this.root), { retryable: true })
  }

  /** Links are not followed. */
  async #list(
    folder: string,
    below: string,
    depth: number,
    signal: AbortSignal,
    take: (name: string) => void | Promise<void>
  ): Promise<void> {
    signal.throwIfAborted()
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const name = below + entry.name
      if (entry.isFile()) await take(name)
      else if (entry.isDirectory() && depth < maxDepth)
        await this.#list(path.join(folder, entry.name), `${name}/`, depth + 1, signal, take)
    }
  }
}
