import { mainLayout, type Layout, type Panel, type Workspace } from '#shared/domain/workspace/index'

/** New IDs, for copies and imported workspaces. */
export function renewed(workspace: Workspace, newId: () => string): Workspace {
  const ids = new Map(Object.keys(workspace.panels).map((id) => [id, newId()]))
  const panels = Object.fromEntries(
    Object.values(workspace.panels).map((panel): [string, Panel] => {
      const id = ids.get(panel.id)!
      return [id, { ...panel, id }]
    })
  )
  const frames = workspace.frames.map(({ id, root }) => ({
    id: id === mainLayout ? id : newId(),
    root: root && named(root, ids)
  }))
  return { ...workspace, id: newId(), frames, panels }
}

function named(layout: Layout, ids: ReadonlyMap<string, string>): Layout {
  if (layout.kind === 'split') return { ...layout, parts: layout.parts.map((part) => named(part, ids)) }
  return {
    ...layout,
    panels: layout.panels.map((panel) => ids.get(panel)!),
    active: ids.get(layout.active)!
  }
}
