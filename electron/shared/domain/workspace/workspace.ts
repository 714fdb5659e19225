import { panelsOf, type Layout } from './layout'
import type { PanelKind } from './panel-kinds'

/** Panels of a group show the same market in all windows. A group has a color and a letter. */
export const linkGroups = ['a', 'b', 'c', 'd', 'e', 'f'] as const
export type LinkGroup = (typeof linkGroups)[number]

type SettingValue = string | number | boolean | null | readonly (string | number)[]
/** Read through the schema of the panel kind; missing or invalid fields get defaults. */
export type PanelSettings = Readonly<Record<string, SettingValue>>

export interface Panel {
  readonly id: string
  readonly kind: PanelKind
  /** Null: the panel has its own market or none. */
  readonly link: LinkGroup | null
  /** Its own market, unless its group has one. */
  readonly market: string | null
  readonly settings: PanelSettings
}

export const mainLayout = 'main'

/** The layout of one window: `main` is in the desk, others have their own window. */
export interface WindowLayout {
  readonly id: string
  readonly root: Layout | null
  /** The maximized panel. */
  readonly filled?: string
  /** The desk's layout before its panels left, to restore their positions. */
  readonly cameFrom?: Layout
}

/** Removes `filled` if its panel is missing. */
export function windowLayoutOfParts(
  { id, cameFrom }: Pick<WindowLayout, 'id' | 'cameFrom'>,
  root: Layout | null,
  filled?: string | null
): WindowLayout {
  const isFilled = typeof filled === 'string' && panelsOf(root).includes(filled)
  return { id, root, ...(isFilled && { filled }), ...(cameFrom && { cameFrom }) }
}

export interface Workspace {
  readonly id: string
  readonly name: string
  /** The layout is locked; markets and settings can change. */
  readonly locked: boolean
  /** The main layout is first. */
  readonly frames: readonly WindowLayout[]
  readonly panels: Readonly<Record<string, Panel>>
  /** The markets of its groups while it does not share them. */
  readonly links: LinkMarkets
  /** It shares its link groups with other workspaces that do. */
  readonly shared?: boolean
}

export type LinkMarkets = Readonly<Record<LinkGroup, string | null>>

export const marketOf = (panel: Panel, links: LinkMarkets): string | null =>
  panel.link === null ? panel.market : (links[panel.link] ?? panel.market)

export const maxWorkspaceNameLength = 40
export const maxWorkspaces = 50
export const maxPanels = 60
export const maxWindowLayouts = 20
