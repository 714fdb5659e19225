import * as v from 'valibot'
import { JsonStore, type JsonStorePorts } from '../base/files'
import type { LinkMarkets, Workspace } from '#shared/domain/workspace/index'
import { noLinks, type Desk } from './desk'
import { uniqueName } from './names'
import { salvageWorkspaces } from './salvage'
import { linksSchema, workspacesSchema, type StoredWorkspace } from './schema'

const schema = v.looseObject({ links: linksSchema, workspaces: workspacesSchema })

export interface WorkspaceFile {
  /** Null at the first start. */
  readonly atStart: Desk | null
  /** A message about the file for the user, or null. */
  readonly notice: string | null
  readonly save: (desk: Desk) => void
  /** For exit; throws on failure. */
  readonly saveNow: () => void
  /** Resolves when no write is under way. */
  readonly saved: () => Promise<void>
  readonly dispose: () => Promise<void>
}

interface WorkspaceFileOptions extends Omit<JsonStorePorts, 'clock'> {
  readonly now?: () => Date
}

/** `workspaces.json`: the workspaces, and the markets of their link groups. */
export async function openWorkspaceFile(options: WorkspaceFileOptions): Promise<WorkspaceFile> {
  const store = await JsonStore.open<v.InferOutput<typeof schema>>({
    ...options,
    schema,
    version: 1,
    title: 'workspaces',
    initial: { links: noLinks, workspaces: [] },
    salvage: salvageWorkspaces
  })
  const { links, workspaces } = store.value
  const all = withUniqueNames(workspaces.map(withLinks(links)))
  return {
    atStart: all.length > 0 ? { all, links, histories: {}, removed: [] } : null,
    notice: store.notice,
    save: (desk) => void store.update({ links: desk.links, workspaces: [...desk.all] }),
    saveNow: () => store.saveNow(),
    saved: () => store.saved(),
    dispose: () => store.dispose()
  }
}

/** Older workspaces without their own link groups use those of the file. */
const withLinks =
  (links: LinkMarkets) =>
  (workspace: StoredWorkspace): Workspace => ({ ...workspace, links: workspace.links ?? links })

/** An edited file may repeat a name. */
const withUniqueNames = (workspaces: readonly Workspace[]): readonly Workspace[] =>
  workspaces.reduce<Workspace[]>((all, workspace) => {
    const name = uniqueName(
      workspace.name,
      all.map((each) => each.name)
    )
    return [...all, { ...workspace, name }]
  }, [])
