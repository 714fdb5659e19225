import Activity from '@lucide/svelte/icons/activity'
import Bell from '@lucide/svelte/icons/bell'
import ChartBarBig from '@lucide/svelte/icons/chart-bar-big'
import ChartArea from '@lucide/svelte/icons/chart-area'
import ChartCandlestick from '@lucide/svelte/icons/chart-candlestick'
import List from '@lucide/svelte/icons/list'
import Rows3 from '@lucide/svelte/icons/rows-3'
import type { PanelKind } from '#shared/domain/workspace/index'

export const panelIcons: Readonly<Record<PanelKind, typeof List>> = {
  watchlist: List,
  chart: ChartCandlestick,
  book: ChartBarBig,
  depth: ChartArea,
  trades: Rows3,
  connection: Activity,
  alerts: Bell
}
