import * as v from 'valibot'
import { views, viewSchema, type View } from '#shared/contract/workspace/views'
import type { WindowContent } from '#shared/contract/workspace/windows'
import type { Size } from './geometry'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

/** The content of a window, as it is saved. */
export const contentSchema = v.variant('kind', [
  v.object({
    kind: v.literal('desk'),
    // A view that this Leadline does not know (yet, or any more) must not cost the window its place.
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

/** What there is one window of. Of desks there may be several, so they are told apart by their own names. */
export function keyOf(content: WindowContent): string | null {
  if (content.kind === 'desk') return null
  if (content.kind === 'workspace') return `workspace ${content.workspace}`
  return `frame ${content.workspace} ${content.frame}`
}

/** The content of a window by its key; null for a desk, which may show anything. */
export function contentOf(key: string): WindowContent | null {
  const [kind, workspace, frame] = key.split(' ')
  if (kind === 'workspace' && workspace) return { kind, workspace }
  return kind === 'frame' && workspace && frame ? { kind, workspace, frame } : null
}

export const showsMarkets = (content: WindowContent): boolean =>
  content.kind !== 'desk' || content.view === 'markets'

const minDesk: Size = { width: 960, height: 600 }
const minFrame: Size = { width: 240, height: 180 }
/** A panel in a window of its own may be as narrow as a column of figures. */
export const minSizeOf = (content: WindowContent): Size =>
  content.kind === 'frame' ? minFrame : content.kind === 'workspace' ? { width: 640, height: 400 } : minDesk
