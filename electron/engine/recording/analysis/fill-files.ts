import type { FillFile } from '#shared/contract/recording/analysis'
import { fail } from '#shared/domain/base/problem'
import { analysisText } from '#shared/messages/analysis'
import type { ReadFills } from './read-fills'

const maxFiles = 20

/** Imported fills, in memory only. */
export class FillFiles {
  #lastId = 0
  readonly #files = new Map<number, ReadFills>()

  constructor(private readonly changed: () => void) {}

  get list(): readonly FillFile[] {
    return [...this.#files].map(fileOf)
  }

  /** Fails if there are too many. */
  refuse(): void {
    if (this.#files.size >= maxFiles) throw fail('analysis.files', analysisText.tooManyFiles(maxFiles))
  }

  add(read: ReadFills): FillFile {
    this.refuse()
    const id = ++this.#lastId
    this.#files.set(id, read)
    this.changed()
    return fileOf([id, read])
  }

  read(id: number): ReadFills {
    const found = this.#files.get(id)
    if (!found) throw fail('analysis.no-file', analysisText.noFile)
    return found
  }

  remove(id: number): void {
    if (this.#files.delete(id)) this.changed()
  }

  clear(): void {
    this.#files.clear()
    this.changed()
  }
}

const fileOf = ([id, { fills, ...rest }]: readonly [number, ReadFills]): FillFile => ({
  id,
  ...rest,
  fills: fills.length
})
