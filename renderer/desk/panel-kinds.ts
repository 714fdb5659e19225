import type { Component } from 'svelte'
import type { PanelKind } from '#shared/domain/workspace/index'
import type { PanelHost } from '../panels/shell/panel-host.svelte'
import AlertsPanel from '../panels/alerts/AlertsPanel.svelte'
import BookPanel from '../panels/book/BookPanel.svelte'
import ConnectionPanel from '../panels/connection/ConnectionPanel.svelte'
import DepthPanel from '../panels/depth/DepthPanel.svelte'
import TradesPanel from '../panels/trades/TradesPanel.svelte'
import WatchlistPanel from '../panels/watchlist/WatchlistPanel.svelte'

export type PanelComponent = Component<{ host: PanelHost }>

/** A panel that is there at once, or one whose code is fetched when the first of its kind is shown. */
type PanelSource = { readonly component: PanelComponent } | { readonly load: PanelLoader }
type PanelLoader = () => Promise<PanelComponent>

export const panels: Readonly<Record<PanelKind, PanelSource>> = {
  watchlist: { component: WatchlistPanel },
  // The library of charts is as large as all the rest: the window is painted before it has come.
  chart: { load: async () => (await import('../panels/chart/ChartPanel.svelte')).default },
  book: { component: BookPanel },
  depth: { component: DepthPanel },
  trades: { component: TradesPanel },
  connection: { component: ConnectionPanel },
  alerts: { component: AlertsPanel }
}
