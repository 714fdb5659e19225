import { panelsOf, type Layout } from './layout'
import type { PanelKind } from './panel-kinds'

/** Panels of a workspace that are in one group show one market, in all windows. A group has a colour and, for eyes without it, a letter. */
export const linkGroups = ['a', 'b', 'c', 'd', 'e', 'f'] as const
export type LinkGroup = (typeof linkGroups)[number]

type SettingValue = string | number | boolean | null | readonly (string | number)[]
/** Read through the schema of its kind wherever it is used: what is missing or odd there has its default. */
export type PanelSettings = Readonly<Record<string, SettingValue>>

export interface Panel {
  readonly id: string
  readonly kind: PanelKind
  /** Null: it holds a market of its own, or has none. */
  readonly link: LinkGroup | null
  /** Its own market, while no group gives it one. */
  readonly market: string | null
  readonly settings: PanelSettings
}

export const mainFrame = 'main'

/** What one window can show of a workspace: `main` in the desk itself, every other one in a window of its own. */
export interface Frame {
  readonly id: string
  readonly root: Layout | null
  /** The panel that fills all of it, until it is given back to its place; the layout does not know of it. */
  readonly filled?: string
  /** How the desk lay before its panels left it, so that they find their places again. */
  readonly cameFrom?: Layout
}

/** A panel that is not in it any more does not fill it. */
export function frameOfParts(
  { id, cameFrom }: Pick<Frame, 'id' | 'cameFrom'>,
  root: Layout | null,
  filled?: string | null
): Frame {
  const isFilled = typeof filled === 'string' && panelsOf(root).includes(filled)
  return { id, root, ...(isFilled && { filled }), ...(cameFrom && { cameFrom }) }
}

export interface Workspace {
  readonly id: string
  readonly name: string
  /** Its layout cannot be changed until it is unlocked; markets and settings can. */
  readonly locked: boolean
  /** The main frame first. */
  readonly frames: readonly Frame[]
  readonly panels: Readonly<Record<string, Panel>>
  /** What its groups show while it does not share them. */
  readonly links: LinkMarkets
  /** Its groups are those of all workspaces that share theirs. */
  readonly shared?: boolean
}

export type LinkMarkets = Readonly<Record<LinkGroup, string | null>>

/** What a panel shows now. */
export const marketOf = (panel: Panel, links: LinkMarkets): string | null =>
  panel.link === null ? panel.market : (links[panel.link] ?? panel.market)

export const maxWorkspaceNameLength = 40
export const maxWorkspaces = 50
export const maxPanels = 60
export const maxFrames = 20
