import path from 'node:path'
import type { Clock } from '#engine/base/clock'
import type { Disk } from '../disk/disk'
import { readSmall, replaceFile } from '../disk/files'
import { onDisk } from '../disk/problem'
import { removalsName } from '../layout/layout'

interface RemovalsPorts {
  readonly disk: Disk
  readonly clock: Clock
  readonly root: string
  /** Fails where it may not write. */
  readonly mayWrite: () => Promise<void>
}

const heading = `What was dismissed or removed in this archive: the time (UTC), the action, and the statement or folder.
Leadline only adds lines at the end.

`
/** Written to the file in English, whatever the language of the app. */
export const removalNotes = {
  cancelled: 'request cancelled',
  removed: 'removed by the user',
  noCopy: 'second copy no longer kept in'
}

const maxBytes = 256 * 1024 * 1024

/** `leadline-removed.txt` records the statements that a person dismissed. */
export class Removals {
  #writing: Promise<void> = Promise.resolve()

  constructor(private readonly ports: RemovalsPorts) {}

  /** Call it first: a kill in between leaves one line too many, never one too few. */
  note(what: string, names: readonly string[]): Promise<void> {
    if (names.length === 0) return Promise.resolve()
    const now = this.#writing.catch(() => {}).then(() => this.#note(what, names))
    this.#writing = now
    return now
  }

  async #note(what: string, names: readonly string[]): Promise<void> {
    const { disk, clock, root, mayWrite } = this.ports
    await mayWrite()
    const file = path.join(root, removalsName)
    const at = new Date(clock.wall()).toISOString()
    const lines = names.map((name) => `${at}  ${what}  ${name.replace(/\p{Cc}/gu, '?')}\n`)
    await onDisk(root, async () => {
      const before =
        (await disk.size(file)) === null ? Buffer.from(heading) : await readSmall(disk, file, maxBytes)
      // A person may have added a line without a line break.
      const end = before.length === 0 || before.at(-1) === 10 ? '' : '\n'
      await replaceFile(disk, file, Buffer.concat([before, Buffer.from(end + lines.join(''))]))
    })
  }
}
