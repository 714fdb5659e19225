import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { writeAtomically } from '../../base/files'
import { LogLock } from '../log/lock'
import { partEnding } from '../parquet/locations'

/** As `sha256sum -c` reads it. */
const sumsName = 'SHA256SUMS'

/** A new folder that gets its name once it is complete, with the SHA-256 of each file. */
export class ExportFolder {
  readonly #sums = new Map<string, string>()

  private constructor(
    /** While it is written. */
    readonly folder: string,
    readonly named: string,
    private readonly lock: LogLock
  ) {}

  /** Beside exports of the same name; what a killed export left is removed. */
  static async begin(parent: string, name: string, now: () => number): Promise<ExportFolder> {
    for (let number = 1; ; number++) {
      const named = path.join(parent, number === 1 ? name : `${name}-${number}`)
      if (await stat(named).catch(() => null)) continue
      const folder = named + partEnding
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const left = await readdir(folder)
      const lock = await LogLock.takeIfFree(folder, now)
      if (!lock) continue
      for (const each of left) await rm(path.join(folder, each), { recursive: true, force: true })
      return new ExportFolder(folder, named, lock)
    }
  }

  get files(): number {
    return this.#sums.size
  }

  /** @param name below the folder, with slashes */
  add(name: string, sha256: string): void {
    this.#sums.set(name, sha256)
  }

  async finish(): Promise<void> {
    const lines = [...this.#sums].sort().map(([name, sha256]) => `${sha256}  ${name}\n`)
    await writeAtomically(path.join(this.folder, sumsName), lines.join(''))
    await this.lock.release()
    await rename(this.folder, this.named)
  }

  async discard(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

const killedName = /^leadline-(?:parquet|csv|raw)-\d{4}-\d\d-\d\d(?:-to-\d{4}-\d\d-\d\d)?(?:-\d{1,6})?\.part$/

/** Unfinished exports that no process is writing; nothing else in the folder is touched. */
export async function removeKilledExports(parent: string, now: () => number): Promise<void> {
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    if (!entry.isDirectory() || !killedName.test(entry.name)) continue
    const folder = path.join(parent, entry.name)
    // Without its lock, it is not an export of ours that was killed.
    if (!(await LogLock.isLeft(folder)) || !(await LogLock.takeIfFree(folder, now))) continue
    await rm(folder, { recursive: true, force: true })
  }
}
