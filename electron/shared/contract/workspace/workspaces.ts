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
/** Of one panel. */
export const maxPanelSettings = 100
export const panelSettingsSchema = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(40)), setting),
  v.check((settings) => Object.keys(settings).length <= maxPanelSettings)
)
const share = v.pipe(v.number(), v.gtValue(0), v.maxValue(1))

/** Applied by main, which sends the result to every window. */
const actionSchema = v.variant('do', [
  v.object({ do: v.literal('workspace.add'), template: v.picklist(templates), name: v.nullable(name) }),
  v.object({ do: v.literal('workspace.duplicate'), workspace: id }),
  v.object({ do: v.literal('workspace.rename'), workspace: id, name }),
  /** Removing the last workspace leaves an empty one. Undo with this ID restores it. */
  v.object({ do: v.literal('workspace.remove'), workspace: id }),
  v.object({ do: v.literal('workspace.move'), workspace: id, index: v.pipe(v.number(), v.integer()) }),
  v.object({ do: v.literal('workspace.lock'), workspace: id, locked: v.boolean() }),
  /** Link groups are shared with other workspaces, or separate again. */
  v.object({ do: v.literal('workspace.share'), workspace: id, shared: v.boolean() }),
  v.object({ do: v.literal('undo'), workspace: id }),
  v.object({ do: v.literal('redo'), workspace: id }),
  /** Without a spot it goes where most space is free. */
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
  /** Within its window or to another window of its workspace. */
  v.object({ do: v.literal('panel.move'), workspace: id, panel: id, frame: id, spot: spotSchema }),
  v.object({ do: v.literal('panel.activate'), workspace: id, panel: id }),
  /** Omitted fields stay; settings are merged. */
  v.object({
    do: v.literal('panel.change'),
    workspace: id,
    panel: id,
    link: v.optional(link),
    market: v.optional(v.nullable(symbol)),
    settings: v.optional(panelSettingsSchema)
  }),
  /** Opens the panel, or its whole tab group, in a new window. */
  v.object({ do: v.literal('panel.popOut'), workspace: id, panel: id, withTabs: v.boolean() }),
  /** Returns the panels to the desk and closes the window. */
  v.object({ do: v.literal('window.return'), workspace: id, frame: id }),
  /** Maximizes the panel; null restores the layout. Allowed while locked. */
  v.object({ do: v.literal('window.fill'), workspace: id, frame: id, panel: v.nullable(id) }),
  v.object({
    do: v.literal('split.resize'),
    workspace: id,
    frame: id,
    path: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(maxPanels)),
    shares: v.pipe(v.array(share), v.minLength(2), v.maxLength(maxPanels))
  }),
  /** Shows the market in all panels of the group. */
  v.object({ do: v.literal('link.show'), workspace: id, link: v.picklist(linkGroups), market: symbol })
])
export type WorkspaceAction = v.InferOutput<typeof actionSchema>

export interface WorkspaceShown extends Workspace {
  readonly links: LinkMarkets
  /** The next undo and redo steps ("Move Order book"), or null. */
  readonly undo: string | null
  readonly redo: string | null
}

export interface WorkspacesState {
  readonly all: readonly WorkspaceShown[]
  /** The last removed workspace, which undo restores. */
  readonly removed: { readonly id: string; readonly name: string } | null
}

/** The shared crosshair, for panels of the same group or market. */
export interface Cursor {
  /** The workspace of the link group; null for shared groups. */
  readonly scope: string | null
  readonly link: LinkGroup | null
  readonly market: string | null
  /** Milliseconds since the epoch. */
  readonly at: number | null
  readonly price: string | null
}

const cursorSchema = v.object({
  scope: v.nullable(id),
  link,
  market: v.nullable(symbol),
  at: v.nullable(v.pipe(v.number(), v.finite())),
  price: v.nullable(v.pipe(v.string(), v.maxLength(64)))
})

const seconds = v.pipe(v.number(), v.finite())
const sharedRangeSchema = v.object({
  /** The workspace of the link group; null for shared groups. */
  scope: v.nullable(id),
  link: v.picklist(linkGroups),
  /** Of windows in replay, which have other times than live ones. */
  replay: v.boolean(),
  /** The panel that decides them. */
  by: id,
  /** In seconds since the epoch; null once no chart decides them. */
  times: v.nullable(
    v.pipe(
      v.object({ from: seconds, to: seconds }),
      v.check(({ from, to }) => from < to)
    )
  )
})
/** The times that the charts of a link group show. */
export type SharedRange = v.InferOutput<typeof sharedRangeSchema>

export interface Acted {
  readonly state: WorkspacesState
  /** The ID of the new workspace, panel or layout, or null. */
  readonly made: string | null
}

export const workspacesCalls = {
  read: call(v.undefined()).returns<WorkspacesState>(),
  act: call(actionSchema).returns<Acted>(),
  /** Null clears the crosshair. */
  point: call(v.nullable(cursorSchema)).returns<null>(),
  /** For the charts of the group in other windows. */
  showRange: call(sharedRangeSchema).returns<null>(),
  /** Asks where to save; null if the user cancels. */
  save: call(v.object({ workspace: id })).returns<{ readonly path: string } | null>(),
  /** Null if the user cancels. */
  load: call(v.undefined()).returns<Acted | null>()
}

export interface WorkspacesPushes {
  'workspaces.changed': WorkspacesState
  'workspaces.pointed': Cursor | null
  'workspaces.rangeShown': SharedRange
  /** Shows a workspace in the desk. */
  'workspaces.show': { readonly workspace: string }
}
export const workspacesPushes = [
  'workspaces.changed',
  'workspaces.pointed',
  'workspaces.rangeShown',
  'workspaces.show'
] as const
