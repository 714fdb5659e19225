import { neighbour, type Direction, type Edge } from '#shared/domain/workspace/index'
import type { MarketsDesk } from './markets-desk.svelte'
import { growing, minBeside, shifted } from './sizes'
import { stepTo } from './steps'

/** How much of the frame one press of a key gives or takes. */
const keyStep = 0.03

export async function moveBy(markets: MarketsDesk, edge: Edge): Promise<void> {
  const { host, workspace, frame, layout } = markets
  if (!host || !workspace || !frame) return
  const drop = stepTo(layout, host.id, edge)
  if (!drop) return
  const panel = host.id
  const { spot } = drop
  const moved = await markets.act({ do: 'panel.move', workspace: workspace.id, panel, frame: frame.id, spot })
  if (moved) markets.focus(panel)
}

export async function growBy(markets: MarketsDesk, direction: Direction, sign: 1 | -1): Promise<void> {
  const { host, layout, size, workspace } = markets
  const line = host && growing(layout, host.id, direction)
  if (!line) return
  const length = line.room * (direction === 'row' ? size.width : size.height)
  const least = minBeside(layout, workspace?.panels ?? {}, line, length)
  const by = (sign * line.sign * keyStep) / line.room
  markets.resizing = { path: line.path, shares: shifted(line.shares, line.index, by, least) }
  await markets.commitResize()
}

export function neighbourOf(markets: MarketsDesk, edge: Edge): string | null {
  const { host, layout, maximised } = markets
  return host && maximised === null ? neighbour(layout, host.id, edge) : null
}

/** Round through all that can be seen. */
export function panelAfter(markets: MarketsDesk, step: 1 | -1): string | null {
  const { host, visible } = markets
  const at = host ? visible.indexOf(host.id) : -1
  return visible[(at + step + visible.length) % visible.length] ?? null
}
