import { layoutText } from '../../messages/layout'
import * as v from 'valibot'
import { call } from '../base/call'
import { maxSymbolLength } from '../market/markets'
import { edges } from '../../domain/workspace/layout'
import { panelKinds } from '../../domain/workspace/panel-kinds'
import {
  linkGroups,
  maxWorkspaceNameLength,
  maxPanels,
  type LinkGroup,
  type LinkMarkets,
  type Workspace
} from '../../domain/workspace/workspace'

export const templates = ['deep', 'four', 'stablecoins', 'wide', 'empty'] as const
export type Template = (typeof templates)[number]
export const templateTitles: Readonly<Record<Template, string>> = {
  deep: layoutText.templates.deep,
  four: layoutText.templates.four,
  stablecoins: layoutText.templates.stablecoins,
  wide: layoutText.templates.wide,
  empty: layoutText.templates.empty
}

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxWorkspaceNameLength))
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const symbol = v.pipe(v.string(), v.maxLength(maxSymbolLength))
const link = v.nullable(v.picklist(linkGroups))
const edge = v.picklist(edges)
const spotSchema = v.union([
  v.object({ beside: v.nullable(id), edge }),
  v.object({ among: id, index: v.pipe(v.number(), v.integer(), v.minValue(0)) })
])
const setting = v.union([
  v.pipe(v.string(), v.maxLength(500)),
  v.pipe(v.number(), v.finite()),
  v.boolean(),
  v.null(),
  v.pipe(
    v.array(v.union([v.pipe(v.string(), v.maxLength(500)), v.pipe(v.number(), v.finite())])),
    v.maxLength(500),
    v.readonly()
  )
])
export const panelSettingsSchema = v.record(v.pipe(v.string(), v.maxLength(40)), setting)
const share = v.pipe(v.number(), v.gtValue(0), v.maxValue(1))

/** Everything that changes a workspace. Main alone applies it, and tells every window the result. */
const actionSchema = v.variant('do', [
  v.object({ do: v.literal('workspace.add'), template: v.picklist(templates), name: v.nullable(name) }),
  v.object({ do: v.literal('workspace.duplicate'), workspace: id }),
  v.object({ do: v.literal('workspace.rename'), workspace: id, name }),
  /** The last one leaves an empty one behind. Undo, with the id of what was removed, brings it back. */
  v.object({ do: v.literal('workspace.remove'), workspace: id }),
  /** To the place of that number among the tabs. */
  v.object({ do: v.literal('workspace.move'), workspace: id, index: v.pipe(v.number(), v.integer()) }),
  v.object({ do: v.literal('workspace.lock'), workspace: id, locked: v.boolean() }),
  /** With sharing its groups follow those of the other workspaces that share; without, they show what they did before. */
  v.object({ do: v.literal('workspace.share'), workspace: id, shared: v.boolean() }),
  v.object({ do: v.literal('undo'), workspace: id }),
  v.object({ do: v.literal('redo'), workspace: id }),
  /** Without a spot it goes where there is most room. */
  v.object({
    do: v.literal('panel.add'),
    workspace: id,
    frame: id,
    kind: v.picklist(panelKinds),
    link,
    market: v.nullable(symbol),
    settings: panelSettingsSchema,
    spot: v.nullable(spotSchema)
  }),
  v.object({ do: v.literal('panel.remove'), workspace: id, panel: id }),
  /** Within its frame, or into another frame of its workspace. */
  v.object({ do: v.literal('panel.move'), workspace: id, panel: id, frame: id, spot: spotSchema }),
  v.object({ do: v.literal('panel.activate'), workspace: id, panel: id }),
  /** What is not named stays; settings are merged. */
  v.object({
    do: v.literal('panel.change'),
    workspace: id,
    panel: id,
    link: v.optional(link),
    market: v.optional(v.nullable(symbol)),
    settings: v.optional(panelSettingsSchema)
  }),
  /** A frame, and so a window, of its own for the panel; or for all the tabs that it lies among. */
  v.object({ do: v.literal('panel.popOut'), workspace: id, panel: id, withTabs: v.boolean() }),
  /** The frame's panels go back into the desk, and its window closes. */
  v.object({ do: v.literal('frame.return'), workspace: id, frame: id }),
  /** That panel alone is shown in the frame; null: the layout again. A lock does not forbid it. */
  v.object({ do: v.literal('frame.fill'), workspace: id, frame: id, panel: v.nullable(id) }),
  v.object({
    do: v.literal('split.resize'),
    workspace: id,
    frame: id,
    path: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(maxPanels)),
    shares: v.pipe(v.array(share), v.minLength(2), v.maxLength(maxPanels))
  }),
  /** All panels of the group show the market, in every window of the workspace, or of those that share their groups. */
  v.object({ do: v.literal('link.show'), workspace: id, link: v.picklist(linkGroups), market: symbol })
])
export type WorkspaceAction = v.InferOutput<typeof actionSchema>

export interface WorkspaceShown extends Workspace {
  /** What its groups show now, whether they are shared or not. */
  readonly links: LinkMarkets
  /** What undo and redo would take back, in words ("Move Order book"); null where there is nothing. */
  readonly undo: string | null
  readonly redo: string | null
}

export interface WorkspacesState {
  readonly all: readonly WorkspaceShown[]
  /** What was removed last, and undo can bring back; null where nothing was. */
  readonly removed: { readonly id: string; readonly name: string } | null
  /** Why changes are not kept over a restart, or null. */
  readonly notSaved: string | null
}

/** Where somebody points, for all panels of the same group, or of the same market where no group is. */
export interface Cursor {
  /** Of whose groups `link` is one: a workspace, or null for the shared ones. */
  readonly scope: string | null
  readonly link: LinkGroup | null
  readonly market: string | null
  /** The time pointed at, in milliseconds since the epoch. */
  readonly at: number | null
  /** The price pointed at, exact. */
  readonly price: string | null
}

const cursorSchema = v.object({
  scope: v.nullable(id),
  link,
  market: v.nullable(symbol),
  at: v.nullable(v.pipe(v.number(), v.finite())),
  price: v.nullable(v.pipe(v.string(), v.maxLength(64)))
})

export interface Acted {
  readonly state: WorkspacesState
  /** What the action made: a workspace, a panel or a frame; null where it made nothing. */
  readonly made: string | null
}

export const workspacesCalls = {
  read: call(v.undefined()).returns<WorkspacesState>(),
  /** A locked layout refuses with a sentence, and so does what does not exist any more. */
  act: call(actionSchema).returns<Acted>(),
  /** Null: nobody points any more. It is told to all other windows. */
  point: call(v.nullable(cursorSchema)).returns<null>(),
  /** Asks for a place and writes the workspace there; null when the person cancelled. */
  save: call(v.object({ workspace: id })).returns<{ readonly path: string } | null>(),
  /** Asks for a file; null when the person cancelled. */
  load: call(v.undefined()).returns<Acted | null>()
}

export interface WorkspacesPushes {
  'workspaces.changed': WorkspacesState
  'workspaces.pointed': Cursor | null
}
export const workspacesPushes = ['workspaces.changed', 'workspaces.pointed'] as const
