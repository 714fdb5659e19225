import { layoutText } from '../../messages/layout'
export interface Room {
  readonly width: number
  readonly height: number
}

interface PanelSpec {
  readonly title: string
  /** In the dialog that adds a panel. */
  readonly summary: string
  readonly hasMarket: boolean
  /** When added, it joins the workspace's link group. */
  readonly joinsGroup: boolean
  /** Its figures are muted while the market or connection is not live. */
  readonly mutes: boolean
  /** In a narrow header, tools replace the title. */
  readonly toolsFirst: boolean
  /** In pixels. */
  readonly minRoom: Room
  /** The initial size of its own window. */
  readonly windowSize: Room
}

const ofMarket = { hasMarket: true, joinsGroup: true, mutes: true, toolsFirst: true }
const withoutMarket = { hasMarket: false, joinsGroup: false, mutes: false, toolsFirst: false }

/** Everything that depends on the panel kind outside its folder, except icon and component. */
export const panelSpecs = {
  watchlist: {
    ...withoutMarket,
    ...layoutText.panels.watchlist,
    joinsGroup: true,
    mutes: true,
    minRoom: { width: 230, height: 64 },
    windowSize: { width: 420, height: 560 }
  },
  chart: {
    ...ofMarket,
    ...layoutText.panels.chart,
    toolsFirst: false,
    minRoom: { width: 240, height: 180 },
    windowSize: { width: 860, height: 560 }
  },
  book: {
    ...ofMarket,
    ...layoutText.panels.book,
    minRoom: { width: 235, height: 64 },
    windowSize: { width: 420, height: 640 }
  },
  depth: {
    ...ofMarket,
    ...layoutText.panels.depth,
    minRoom: { width: 200, height: 64 },
    windowSize: { width: 720, height: 440 }
  },
  cost: {
    ...ofMarket,
    ...layoutText.panels.cost,
    toolsFirst: false,
    minRoom: { width: 230, height: 64 },
    windowSize: { width: 420, height: 480 }
  },
  trades: {
    ...ofMarket,
    ...layoutText.panels.trades,
    minRoom: { width: 200, height: 64 },
    windowSize: { width: 380, height: 640 }
  },
  prints: {
    ...withoutMarket,
    ...layoutText.panels.prints,
    joinsGroup: true,
    mutes: true,
    minRoom: { width: 230, height: 64 },
    windowSize: { width: 620, height: 560 }
  },
  connection: {
    ...withoutMarket,
    ...layoutText.panels.connection,
    minRoom: { width: 200, height: 64 },
    windowSize: { width: 560, height: 440 }
  },
  alerts: {
    ...withoutMarket,
    ...layoutText.panels.alerts,
    minRoom: { width: 180, height: 64 },
    windowSize: { width: 480, height: 480 }
  }
} as const satisfies Readonly<Record<string, PanelSpec>>

export type PanelKind = keyof typeof panelSpecs
export const panelKinds = Object.keys(panelSpecs) as readonly PanelKind[]
