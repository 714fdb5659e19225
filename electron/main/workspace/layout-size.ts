import {
  panelsOf,
  panelSpecs,
  type WindowLayout,
  type Room,
  type Workspace
} from '#shared/domain/workspace/index'

const smallest: Room = { width: 380, height: 440 }

/** The first size, large enough for the largest panel. */
export function sizeFor({ panels }: Pick<Workspace, 'panels'>, { root }: WindowLayout): Room {
  const sizes = panelsOf(root).flatMap((id) => (panels[id] ? [panelSpecs[panels[id].kind].windowSize] : []))
  return {
    width: Math.max(...sizes.map(({ width }) => width), smallest.width),
    height: Math.max(...sizes.map(({ height }) => height), smallest.height)
  }
}
