import * as v from 'valibot'
import { panelSettingsSchema } from '#shared/contract/workspace/workspaces'
import { maxSymbolLength } from '#shared/contract/market/markets'
import {
  isSound,
  linkGroups,
  maxWorkspaceNameLength,
  mainLayout,
  maxWindowLayouts,
  maxPanels,
  maxWorkspaces,
  panelKinds,
  panelsOf,
  type Layout,
  type LinkMarkets,
  type Panel,
  type Workspace
} from '#shared/domain/workspace/index'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
export const symbolSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(maxSymbolLength))
export const nameSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxWorkspaceNameLength))

export const panelSchema: v.GenericSchema<unknown, Panel> = v.object({
  id,
  kind: v.picklist(panelKinds),
  link: v.nullable(v.picklist(linkGroups)),
  market: v.nullable(symbolSchema),
  settings: panelSettingsSchema
})

const layoutSchema: v.GenericSchema<unknown, Layout> = v.lazy(() =>
  v.variant('kind', [
    v.object({
      kind: v.literal('tabs'),
      panels: v.pipe(v.array(id), v.minLength(1), v.maxLength(maxPanels)),
      active: id
    }),
    v.object({
      kind: v.literal('split'),
      direction: v.picklist(['row', 'column']),
      parts: v.pipe(v.array(layoutSchema), v.minLength(2), v.maxLength(maxPanels)),
      shares: v.array(v.pipe(v.number(), v.gtValue(0), v.maxValue(1)))
    })
  ])
)

export const soundLayoutSchema = v.pipe(
  layoutSchema,
  v.check((layout) => isSound(layout))
)

const windowLayoutSchema = v.object({
  id,
  root: v.nullable(layoutSchema),
  filled: v.exactOptional(id),
  cameFrom: v.exactOptional(soundLayoutSchema)
})

/** Every panel is in exactly one layout, and the main layout is first. */
function fitsTogether({ frames, panels }: Pick<Workspace, 'frames' | 'panels'>): boolean {
  const placed = frames.flatMap((windowLayout) => panelsOf(windowLayout.root))
  return (
    frames[0]?.id === mainLayout &&
    new Set(frames.map((windowLayout) => windowLayout.id)).size === frames.length &&
    frames.slice(1).every((windowLayout) => windowLayout.root !== null) &&
    frames.every((windowLayout) => isSound(windowLayout.root)) &&
    placed.length === Object.keys(panels).length &&
    new Set(placed).size === placed.length &&
    placed.every((panel) => panels[panel]?.id === panel)
  )
}

export const linksSchema = v.object({
  a: v.nullable(symbolSchema),
  b: v.nullable(symbolSchema),
  c: v.nullable(symbolSchema),
  d: v.nullable(symbolSchema),
  e: v.nullable(symbolSchema),
  f: v.nullable(symbolSchema)
})

/** Older files have one set of groups for all workspaces. */
export type StoredWorkspace = Omit<Workspace, 'links'> & { readonly links?: LinkMarkets }

export const workspaceSchema: v.GenericSchema<unknown, StoredWorkspace> = v.pipe(
  v.object({
    id,
    name: nameSchema,
    locked: v.boolean(),
    frames: v.pipe(v.array(windowLayoutSchema), v.maxLength(maxWindowLayouts)),
    panels: v.record(id, panelSchema),
    links: v.exactOptional(linksSchema),
    shared: v.exactOptional(v.boolean())
  }),
  v.check((workspace) => fitsTogether(workspace)),
  v.check(({ panels }) => Object.keys(panels).length <= maxPanels)
)

export const workspacesSchema = v.pipe(
  v.array(workspaceSchema),
  v.maxLength(maxWorkspaces),
  v.check((all) => new Set(all.map((workspace) => workspace.id)).size === all.length)
)
