import {
  windowLayoutOfParts,
  panelsOf,
  tabsWith,
  type WindowLayout,
  type Layout,
  type Panel,
  type Workspace
} from '#shared/domain/workspace/index'

/** Undo restores layout and name, but no markets and settings. */
interface Arrangement {
  readonly name: string
  readonly shared: boolean
  readonly frames: readonly WindowLayout[]
  readonly panels: Readonly<Record<string, Panel>>
}

interface Step {
  readonly before: Arrangement
  readonly words: string
  /** Consecutive steps with the same key are merged; null for none. */
  readonly key: string | null
  readonly at: number
}

interface History {
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}
export type Histories = Readonly<Record<string, History>>

const maxSteps = 50
const closely = 1000
const empty: History = { past: [], future: [] }

interface Change {
  readonly words: string
  readonly key?: string
  readonly at: number
}

/** Clears redo. */
export function remembered(history: History | undefined, before: Workspace, change: Change): History {
  const { past } = history ?? empty
  const last = past.at(-1)
  const { words, key = null, at } = change
  const goesOn =
    last && key !== null && last.key === key && at - last.at <= closely && !history?.future.length
  if (goesOn) return { past: past.with(-1, { ...last, at }), future: [] }
  return { past: [...past, { before: arrangementOf(before), words, key, at }].slice(-maxSteps), future: [] }
}

export const wordsOf = (history: History | undefined) => ({
  undo: history?.past.at(-1)?.words ?? null,
  redo: history?.future.at(-1)?.words ?? null
})

interface Turned {
  readonly workspace: Workspace
  readonly history: History
}

export function undo(workspace: Workspace, history: History | undefined): Turned | null {
  const step = history?.past.at(-1)
  if (!step) return null
  const back = { ...step, before: arrangementOf(workspace), key: null }
  return {
    workspace: arranged(workspace, step.before),
    history: { past: history!.past.slice(0, -1), future: [...history!.future, back] }
  }
}

export function redo(workspace: Workspace, history: History | undefined): Turned | null {
  const step = history?.future.at(-1)
  if (!step) return null
  const again = { ...step, before: arrangementOf(workspace) }
  return {
    workspace: arranged(workspace, step.before),
    history: { past: [...history!.past, again], future: history!.future.slice(0, -1) }
  }
}

const arrangementOf = ({ name, shared, frames, panels }: Workspace): Arrangement => ({
  name,
  shared: shared === true,
  frames,
  panels
})

/** Panels keep their content, and unchanged tab groups their active tab. */
function arranged(now: Workspace, wanted: Arrangement): Workspace {
  const panels = Object.fromEntries(
    Object.entries(wanted.panels).map(([id, panel]) => [id, now.panels[id] ?? panel])
  )
  const frames = wanted.frames.map((windowLayout) => {
    const { id, root } = windowLayout
    const { filled } = now.frames.find((each) => each.id === id) ?? {}
    return windowLayoutOfParts(windowLayout, root && onTop(root, now), filled)
  })
  const { shared: _shared, ...own } = now
  return { ...own, ...(wanted.shared && { shared: true }), name: wanted.name, frames, panels }
}

function onTop(layout: Layout, now: Workspace): Layout {
  if (layout.kind === 'split') return { ...layout, parts: layout.parts.map((part) => onTop(part, now)) }
  for (const { root } of now.frames) {
    const tabs = tabsWith(root, layout.active)
    if (!tabs || tabs.panels.length !== layout.panels.length) continue
    const panels = new Set(panelsOf(tabs))
    if (layout.panels.every((panel) => panels.has(panel))) return { ...layout, active: tabs.active }
  }
  return layout
}
