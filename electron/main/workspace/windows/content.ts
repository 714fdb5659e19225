import * as v from 'valibot'
import { views, viewSchema, type View } from '#shared/contract/workspace/views'
import type { WindowContent } from '#shared/contract/workspace/windows'
import type { Size } from './geometry'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

export const contentSchema = v.variant('kind', [
  v.object({
    kind: v.literal('desk'),
    // An unknown view must not affect the window's position.
    view: v.fallback(viewSchema, views[0]),
    workspace: v.nullable(id)
  }),
  v.object({ kind: v.literal('workspace'), workspace: id }),
  v.object({ kind: v.literal('frame'), workspace: id, frame: id })
])

export const deskContent = (view: View = views[0], workspace: string | null = null): WindowContent => ({
  kind: 'desk',
  view,
  workspace
})

/** Null for desks, of which there may be several. */
export function keyOf(content: WindowContent): string | null {
  if (content.kind === 'desk') return null
  if (content.kind === 'workspace') return `workspace ${content.workspace}`
  return `frame ${content.workspace} ${content.frame}`
}

/** Null for a desk. */
export function contentOf(key: string): WindowContent | null {
  const [kind, workspace, frame] = key.split(' ')
  if (kind === 'workspace' && workspace) return { kind, workspace }
  return kind === 'frame' && workspace && frame ? { kind, workspace, frame } : null
}

export const showsMarkets = (content: WindowContent): boolean =>
  content.kind !== 'desk' || content.view === 'markets'

const minDesk: Size = { width: 960, height: 600 }
const minLayout: Size = { width: 240, height: 180 }
/** Popped-out panels may be as narrow as a column of figures. */
export const minSizeOf = (content: WindowContent): Size =>
  content.kind === 'frame' ? minLayout : content.kind === 'workspace' ? { width: 640, height: 400 } : minDesk
