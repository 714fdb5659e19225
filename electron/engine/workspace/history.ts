import {
  frameOfParts,
  panelsOf,
  tabsWith,
  type Frame,
  type Layout,
  type Panel,
  type Workspace
} from '#shared/domain/workspace/index'

/** What undo brings back: where things lie and what the workspace is called, but not what panels show. */
interface Arrangement {
  readonly name: string
  readonly shared: boolean
  readonly frames: readonly Frame[]
  readonly panels: Readonly<Record<string, Panel>>
}

interface Step {
  readonly before: Arrangement
  /** What it did, in words. */
  readonly words: string
  /** Steps of one kind that follow one another closely are one; null where each stands alone. */
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

/** After a change of the layout; what had been undone cannot be redone any more. */
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

/** Panels that are there now keep what they show, and tabs whose panels are the same keep the one on top. */
function arranged(now: Workspace, wanted: Arrangement): Workspace {
  const panels = Object.fromEntries(
    Object.entries(wanted.panels).map(([id, panel]) => [id, now.panels[id] ?? panel])
  )
  const frames = wanted.frames.map((frame) => {
    const { id, root } = frame
    const { filled } = now.frames.find((each) => each.id === id) ?? {}
    return frameOfParts(frame, root && onTop(root, now), filled)
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
