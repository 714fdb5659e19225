import { writeAtomically, writeAtomicallyNow, mayWrite, readJsonOrSetAside } from '../files'
import type { Workspace } from '../../shared/domain/workspace'
import type { Desk } from './desk'
import { mended } from './mend'
import { uniqueName } from './names'
import { fileSchema, version } from './file-schema'

export interface KeptDesk {
  /** Null on a first start. */
  readonly atStart: Desk | null
  /** What a person should hear about how the file was found. */
  readonly notice: string | null
  /** Why changes do not outlive the app, or null. */
  readonly notKept: string | null
  /** Written soon; changes that follow closely are written together. */
  readonly save: (desk: Desk) => void
  readonly saveNow: () => void
  /** When all that was to be saved is written, or it is known that it cannot be. */
  readonly written: () => Promise<void>
  readonly onChange: (hear: () => void) => void
}

export interface KeptDeskOptions {
  readonly file: string
  readonly now?: () => Date
}

/** `workspaces.json`: the workspaces and what the link groups show. */
export async function openKeptDesk({ file, now }: KeptDeskOptions): Promise<KeptDesk> {
  const reading = await readJsonOrSetAside(file, {
    schema: fileSchema,
    title: 'workspaces',
    newest: version,
    mend: mended,
    ...(now && { now })
  })
  const isRead = reading.state === 'read' || reading.state === 'mended'
  const read = isRead ? reading.value : null
  const notice = 'notice' in reading ? reading.notice : null
  const others = read ? omitKnown(read) : {}
  const atStart =
    read && read.workspaces.length > 0
      ? { all: namedApart(read.workspaces), links: read.links, histories: {}, removed: [] }
      : null
  const writer = new Writer(file, mayWrite(reading), notice, others)
  return {
    atStart,
    notice,
    get notKept() {
      return writer.notKept
    },
    save: (desk) => writer.save(desk),
    saveNow: () => writer.saveNow(),
    written: () => writer.written(),
    onChange: (hear) => (writer.hear = hear)
  }
}

/** A file that a person has edited may have a name twice. */
const namedApart = (workspaces: readonly Workspace[]): readonly Workspace[] =>
  workspaces.reduce<Workspace[]>((all, workspace) => {
    const name = uniqueName(
      workspace.name,
      all.map((each) => each.name)
    )
    return [...all, { ...workspace, name }]
  }, [])

/** What a later Leadline of the same version may have put there is kept. */
function omitKnown(read: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { version: _version, links: _links, workspaces: _workspaces, ...others } = read
  return others
}

class Writer {
  hear: () => void = () => {}
  notKept: string | null
  #waiting: Desk | null = null
  #writing: Promise<void> | null = null

  constructor(
    private readonly file: string,
    private readonly writable: boolean,
    notice: string | null,
    private readonly others: Readonly<Record<string, unknown>>
  ) {
    this.notKept = writable ? null : notice
  }

  save(desk: Desk): void {
    if (!this.writable) return
    this.#waiting = desk
    this.#writing ??= this.#write()
  }

  saveNow(): void {
    if (!this.#waiting) return
    writeAtomicallyNow(this.file, this.#text(this.#waiting))
    // A write under way may still put an older desk there: then this one is written once more after it.
    if (!this.#writing) this.#waiting = null
  }

  written(): Promise<void> {
    return this.#writing ?? Promise.resolve()
  }

  async #write(): Promise<void> {
    const before = this.notKept
    let failed: Desk | null = null
    // What came meanwhile is written next. What is not written waits, so that an end of the app finds it.
    while (this.#waiting && this.#waiting !== failed) {
      const desk: Desk = this.#waiting
      try {
        await writeAtomically(this.file, this.#text(desk))
        this.notKept = null
        if (this.#waiting === desk) this.#waiting = null
      } catch {
        failed = desk
        this.notKept = `The workspaces could not be written to ${this.file}. They hold until Leadline ends.`
      }
    }
    this.#writing = null
    if (this.notKept !== before) this.hear()
  }

  #text({ links, all }: Desk): string {
    return `${JSON.stringify({ ...this.others, version, links, workspaces: all }, null, 2)}\n`
  }
}
