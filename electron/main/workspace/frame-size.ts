import { panelsOf, type Frame, type PanelKind, type Workspace } from '#shared/domain/workspace/index'
import type { Size } from './windows/geometry'

const sizes: Readonly<Record<PanelKind, Size>> = {
  watchlist: { width: 420, height: 560 },
  chart: { width: 860, height: 560 },
  book: { width: 420, height: 640 },
  depth: { width: 720, height: 440 },
  trades: { width: 380, height: 640 },
  connection: { width: 560, height: 440 },
  alerts: { width: 480, height: 480 }
}

/** For a window that is opened for the first time: as large as the largest of its panels likes to be. */
export function sizeFor({ panels }: Pick<Workspace, 'panels'>, { root }: Frame): Size {
  const wanted = panelsOf(root).flatMap((id) => (panels[id] ? [sizes[panels[id].kind]] : []))
  return {
    width: Math.max(...wanted.map(({ width }) => width), sizes.trades.width),
    height: Math.max(...wanted.map(({ height }) => height), sizes.depth.height)
  }
}
