import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { partOf, sealedFolder } from '../parquet/locations'
import { readManifest, type Sealed } from '../parquet/manifest'
import { tableNames, type Table } from '../parquet/tables'

export interface SealedTable {
  readonly name: Table
  /** Below the folder of Parquet, in the order of time. */
  readonly files: readonly string[]
  readonly bytes: number
  readonly from: string | null
  readonly to: string | null
}

/** The files that count as sealed and are still there. */
export class SealedFiles {
  /** A manifest changes only when its files are deleted. */
  readonly #manifests = new Map<string, Sealed['files']>()

  constructor(private readonly folder: string) {}

  async read(): Promise<SealedTable[]> {
    const names = await readdir(path.join(this.folder, sealedFolder)).catch(() => [])
    const sealed = (await Promise.all(names.sort().map((name) => this.#filesOf(name)))).flat()
    return Promise.all(
      tableNames.map(async (name) => {
        const there = await this.#there(name)
        const files = sealed.filter((file) => there.has(file.name)).sort(byTime)
        return {
          name,
          files: files.map((file) => file.name),
          bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
          from: files[0] ? dateOf(files[0].name) : null,
          to: files.length > 0 ? dateOf(files.at(-1)!.name) : null
        }
      })
    )
  }

  async #filesOf(name: string): Promise<Sealed['files']> {
    const part = partOf(name)
    if (!part) return []
    const known = this.#manifests.get(name)
    if (known) return known
    const { files } = await readManifest(this.folder, part)
    this.#manifests.set(name, files)
    return files
  }

  async #there(table: Table): Promise<ReadonlySet<string>> {
    const top = `table=${table}`
    const names = await readdir(path.join(this.folder, top), { recursive: true }).catch(() => [])
    return new Set(names.map((name) => `${top}/${name.split(path.sep).join('/')}`))
  }
}

const dateOf = (file: string) => /date=([\d-]+)/.exec(file)?.[1] ?? ''
const timeOf = (file: string) => file.slice(file.indexOf('/date='))

const byTime = (one: { readonly name: string }, other: { readonly name: string }) =>
  timeOf(one.name) < timeOf(other.name) ? -1 : 1
