import { neighbour, type Direction, type Edge } from '#shared/domain/workspace/index'
import type { MarketsModel } from './markets-model.svelte'
import { growing, minBeside, shifted } from './sizes'
import { stepTo } from './steps'

/** The share changed by one key press. */
const keyStep = 0.03

export async function moveBy(markets: MarketsModel, edge: Edge): Promise<void> {
  const { host, workspace, windowLayout, layout } = markets
  if (!host || !workspace || !windowLayout) return
  const drop = stepTo(layout, host.id, edge)
  if (!drop) return
  const panel = host.id
  const { spot } = drop
  const moved = await markets.act({
    do: 'panel.move',
    workspace: workspace.id,
    panel,
    frame: windowLayout.id,
    spot
  })
  if (moved) markets.focus(panel)
}

export async function growBy(markets: MarketsModel, direction: Direction, sign: 1 | -1): Promise<void> {
  const { host, layout, workspace } = markets
  const { room } = markets.desk.workspaces
  const line = host && growing(layout, host.id, direction)
  if (!line) return
  const length = line.room * (direction === 'row' ? room.width : room.height)
  const min = minBeside(layout, workspace?.panels ?? {}, line, length)
  const by = (sign * line.sign * keyStep) / line.room
  markets.resizing = { path: line.path, shares: shifted(line.shares, line.index, by, min) }
  await markets.commitResize()
}

export function neighbourOf(markets: MarketsModel, edge: Edge): string | null {
  const { host, layout, maximised } = markets
  return host && maximised === null ? neighbour(layout, host.id, edge) : null
}

/** Cycles through the visible panels. */
export function panelAfter(markets: MarketsModel, step: 1 | -1): string | null {
  const { host, visible } = markets
  const at = host ? visible.indexOf(host.id) : -1
  return visible[(at + step + visible.length) % visible.length] ?? null
}
