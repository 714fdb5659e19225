import { panelsOf, panelSpecs, type Frame, type Room, type Workspace } from '#shared/domain/workspace/index'

const smallest: Room = { width: 380, height: 440 }

/** For a window that opens for the first time: large enough for the largest of its panels. */
export function sizeFor({ panels }: Pick<Workspace, 'panels'>, { root }: Frame): Room {
  const sizes = panelsOf(root).flatMap((id) => (panels[id] ? [panelSpecs[panels[id].kind].windowSize] : []))
  return {
    width: Math.max(...sizes.map(({ width }) => width), smallest.width),
    height: Math.max(...sizes.map(({ height }) => height), smallest.height)
  }
}
