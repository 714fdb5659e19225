import type { Component } from 'svelte'
import Activity from '@lucide/svelte/icons/activity'
import BadgePercent from '@lucide/svelte/icons/badge-percent'
import Bell from '@lucide/svelte/icons/bell'
import ChartArea from '@lucide/svelte/icons/chart-area'
import ChartBarBig from '@lucide/svelte/icons/chart-bar-big'
import ChartCandlestick from '@lucide/svelte/icons/chart-candlestick'
import Layers from '@lucide/svelte/icons/layers'
import List from '@lucide/svelte/icons/list'
import Rows3 from '@lucide/svelte/icons/rows-3'
import type { PanelKind } from '#shared/domain/workspace/index'
import type { PanelHost, PanelIcon } from '../panels/shell/panel-host.svelte'
import AlertsPanel from '../panels/alerts/AlertsPanel.svelte'
import BookPanel from '../panels/book/BookPanel.svelte'
import ConnectionPanel from '../panels/connection/ConnectionPanel.svelte'
import CostPanel from '../panels/cost/CostPanel.svelte'
import DepthPanel from '../panels/depth/DepthPanel.svelte'
import PrintsPanel from '../panels/prints/PrintsPanel.svelte'
import TradesPanel from '../panels/trades/TradesPanel.svelte'
import WatchlistPanel from '../panels/watchlist/WatchlistPanel.svelte'

export type PanelComponent = Component<{ host: PanelHost; market: string }>

/** Bundled, or loaded with the first panel of its kind. */
type PanelSource = { readonly icon: PanelIcon } & (
  | { readonly component: PanelComponent }
  | { readonly load: () => Promise<PanelComponent> }
)

export const panels: Readonly<Record<PanelKind, PanelSource>> = {
  watchlist: { icon: List, component: WatchlistPanel },
  // The chart library is as large as the rest, so it loads after the first paint.
  chart: {
    icon: ChartCandlestick,
    load: async () => (await import('../panels/chart/ChartPanel.svelte')).default
  },
  book: { icon: ChartBarBig, component: BookPanel },
  depth: { icon: ChartArea, component: DepthPanel },
  cost: { icon: BadgePercent, component: CostPanel },
  trades: { icon: Rows3, component: TradesPanel },
  prints: { icon: Layers, component: PrintsPanel },
  connection: { icon: Activity, component: ConnectionPanel },
  alerts: { icon: Bell, component: AlertsPanel }
}
