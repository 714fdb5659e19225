import { mayWrite, readJsonOrSetAside, WholeFile } from '../base/files'
import type { LinkMarkets, Workspace } from '#shared/domain/workspace/index'
import type { Desk } from './desk'
import { mended } from './mend'
import { uniqueName } from './names'
import { fileSchema, version } from './file-schema'
import type { StoredWorkspace } from './schema'

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
  /** What could not be written is tried once more. */
  readonly dispose: () => Promise<void>
  readonly onChange: (hear: () => void) => void
}

interface KeptDeskOptions {
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
      ? {
          all: namedApart(read.workspaces.map(withOwn(read.links))),
          links: read.links,
          histories: {},
          removed: []
        }
      : null
  let kept: Desk | null = null
  let hear = () => {}
  const content = () => ({ ...others, version, links: kept?.links, workspaces: kept?.all })
  const whole = new WholeFile(
    { file, changed: () => hear() },
    { title: 'workspaces', content, notice, writable: mayWrite(reading) }
  )
  return {
    atStart,
    notice,
    get notKept() {
      return whole.notKept
    },
    save(desk) {
      kept = desk
      void whole.write()
    },
    saveNow: () => whole.writeNow(),
    written: () => whole.written(),
    dispose: () => whole.dispose(),
    onChange: (next) => (hear = next)
  }
}

/** In a file of an older version all workspaces had the same groups. */
const withOwn =
  (links: LinkMarkets) =>
  (workspace: StoredWorkspace): Workspace => ({ ...workspace, links: workspace.links ?? links })

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
