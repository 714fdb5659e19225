import { fail } from '#shared/domain/base/problem'
import {
  activate,
  windowLayoutOfParts,
  insert,
  mainLayout,
  maxWindowLayouts,
  move,
  panelsOf,
  remove,
  resize,
  roomiest,
  sameShape,
  tabsWith,
  type WindowLayout,
  type Layout,
  type Tabs,
  type Workspace
} from '#shared/domain/workspace/index'
import {
  windowLayoutOf,
  windowLayoutWith,
  panelOf,
  titleOf,
  unlocked,
  withRoot,
  withWorkspace,
  workspaceOf,
  type ActionPorts,
  type Applied,
  type Desk
} from '../desk'
import { changed, unchanged, type Action } from './action'
import { spotIn } from './panel'
import { deskAspect } from './workspace'
import { workspaceText } from '#shared/messages/workspace'

const { steps } = workspaceText

export function movePanel(desk: Desk, action: Action<'panel.move'>, ports: ActionPorts): Applied {
  const before = unlocked(workspaceOf(desk, action.workspace))
  const panel = panelOf(before, action.panel)
  const target = windowLayoutOf(before, action.frame)
  const source = windowLayoutWith(before, panel.id)
  const words = steps.movePanel(titleOf(panel))
  if (source.id === target.id) {
    const spot = spotIn(target, action.spot)
    const root = target.root && move(target.root, panel.id, spot)
    if (root === target.root) return unchanged(desk)
    return changed(desk, before, withRoot(before, target.id, root), ports, { words })
  }
  const without = withRoot(before, source.id, source.root && remove(source.root, panel.id))
  const root = insert(target.root, panel.id, spotIn(target, action.spot))
  return changed(desk, before, withRoot(without, target.id, root), ports, { words })
}

export function popOutPanel(desk: Desk, action: Action<'panel.popOut'>, ports: ActionPorts): Applied {
  const before = unlocked(workspaceOf(desk, action.workspace))
  const panel = panelOf(before, action.panel)
  const source = windowLayoutWith(before, panel.id)
  const tabs = tabsWith(source.root, panel.id)
  const all = action.withTabs && tabs ? tabs.panels : [panel.id]
  // It already has its own window.
  if (source.id !== mainLayout && panelsOf(source.root).length === all.length)
    return unchanged(desk, source.id)
  if (before.frames.length >= maxWindowLayouts)
    throw fail('window.too-many', workspaceText.refusals.windowsFull(before.name, maxWindowLayouts - 1))
  const id = ports.newId()
  const root: Tabs = { kind: 'tabs', panels: all, active: panel.id }
  const without = withRoot(before, source.id, all.reduce(removeFrom, source.root))
  const cameFrom = source.id === mainLayout ? source.root : source.cameFrom
  const made: WindowLayout = { id, root, ...(cameFrom && { cameFrom }) }
  const after: Workspace = { ...without, frames: [...without.frames, made] }
  const words = all.length > 1 ? steps.popOutPanels(all.length) : steps.popOutPanel(titleOf(panel))
  return changed(desk, before, after, ports, { words, made: id })
}

const removeFrom = (root: Layout | null, panel: string): Layout | null => root && remove(root, panel)

/** Restores the earlier position if the rest is unchanged; else tabs stay together. */
export function returnWindow(desk: Desk, action: Action<'window.return'>, ports: ActionPorts): Applied {
  const before = unlocked(workspaceOf(desk, action.workspace))
  const windowLayout = windowLayoutOf(before, action.frame)
  if (windowLayout.id === mainLayout) return unchanged(desk)
  const main = windowLayoutOf(before, mainLayout).root
  const root = asBefore(windowLayout, main) ?? tabsIn(windowLayout.root).reduce(withTabsOf, main)
  const panels = panelsOf(windowLayout.root)
  const words =
    panels.length === 1
      ? steps.returnPanel(titleOf(panelOf(before, panels[0]!)))
      : steps.returnPanels(panels.length)
  const after = withRoot(withRoot(before, windowLayout.id, null), mainLayout, root)
  return changed(desk, before, after, ports, { words })
}

/** Null if the layout changed since. */
function asBefore({ root, cameFrom }: WindowLayout, main: Layout | null): Layout | null {
  if (!cameFrom) return null
  const returning = panelsOf(root)
  const here = new Set([...panelsOf(main), ...returning])
  const gone = panelsOf(cameFrom).filter((panel) => !here.has(panel))
  const then = gone.reduce(removeFrom, cameFrom)
  const rest = returning.reduce(removeFrom, then)
  const isSame = main && rest ? sameShape(main, rest) : main === rest
  if (!then || !isSame || panelsOf(then).length !== here.size) return null
  return [...tabsIn(main), ...tabsIn(root)].reduce((layout, { active }) => activate(layout, active), then)
}

function withTabsOf(layout: Layout | null, { panels, active }: Tabs): Layout {
  const [first, ...others] = panels
  let root = insert(layout, first!, roomiest(layout, deskAspect))
  for (const [index, panel] of others.entries())
    root = insert(root, panel, { among: first!, index: index + 1 })
  return activate(root, active)
}

const tabsIn = (layout: Layout | null): readonly Tabs[] =>
  !layout ? [] : layout.kind === 'tabs' ? [layout] : layout.parts.flatMap(tabsIn)

/** Not undoable, because it does not change the layout. */
export function fillWindow(desk: Desk, action: Action<'window.fill'>): Applied {
  const workspace = workspaceOf(desk, action.workspace)
  const windowLayout = windowLayoutOf(workspace, action.frame)
  const filled = windowLayoutOfParts(windowLayout, windowLayout.root, action.panel)
  if (filled.filled === windowLayout.filled) return unchanged(desk)
  const frames = workspace.frames.map((each) => (each.id === windowLayout.id ? filled : each))
  return unchanged(withWorkspace(desk, { ...workspace, frames }))
}

export function resizeSplit(desk: Desk, action: Action<'split.resize'>, ports: ActionPorts): Applied {
  const before = unlocked(workspaceOf(desk, action.workspace))
  const windowLayout = windowLayoutOf(before, action.frame)
  const root = windowLayout.root && resize(windowLayout.root, action.path, action.shares)
  if (JSON.stringify(root) === JSON.stringify(windowLayout.root)) return unchanged(desk)
  const key = `resize ${windowLayout.id} ${action.path.join('.')}`
  return changed(desk, before, withRoot(before, windowLayout.id, root), ports, { words: steps.resize, key })
}
