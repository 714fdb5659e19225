import { Drawings, openDrawingFile } from '#engine/market/drawings/index'
import { checkSymbol } from '#engine/market/symbol'
import type { Clock } from '#engine/base/clock'
import { serviceDigest, type Connections } from '#engine/connection/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { DrawingsState } from '#shared/contract/market/drawings'
import type { Profile } from '#shared/contract/connection/connections'
import type { Pushes } from '../../base/ipc/pushes'
import type { UnsavedFiles } from '../../base/unsaved-files'

interface DrawingsDependencies {
  readonly file: string
  readonly clock: Clock
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly connections: Pick<Connections, 'onChange' | 'onRemove' | 'usedAtStart'>
  readonly unsaved: UnsavedFiles
  readonly startNotice: (sentence: string) => void
}

interface DrawingsFeature {
  readonly handlers: FeatureHandlers<'drawings'>
  readonly clear: () => Promise<void>
  readonly dispose: () => Promise<void>
}

export async function setUpDrawings(parts: DrawingsDependencies): Promise<DrawingsFeature> {
  const { connections, pushes } = parts
  const changed = (state: DrawingsState | null) => pushes.broadcast('drawings.changed', state)
  const file = await openDrawingFile({
    file: parts.file,
    clock: parts.clock,
    onSaveStateChange: parts.unsaved.of(parts.file)
  })
  if (file.notice) parts.startNotice(file.notice)
  const drawings = new Drawings({ file, changed })
  // Panels keep showing a market after the user disconnected.
  const show = (profile: Profile | null | undefined) => profile && drawings.useSource(sourceOf(profile))
  show(connections.usedAtStart)
  const unsubscribe = [
    connections.onChange(({ profiles, status }) => show(profiles.find(({ id }) => id === status.profileId))),
    connections.onRemove((id) => void drawings.removeSources((source) => source.startsWith(`${id}/`)))
  ]
  return {
    handlers: {
      read: ({ market }) => drawings.state(checkSymbol(market)),
      change: ({ source, market, put, remove }) =>
        drawings.change(source, checkSymbol(market), { put, remove }),
      undo: ({ source, market }) => drawings.undo(source, checkSymbol(market)),
      redo: ({ source, market }) => drawings.redo(source, checkSymbol(market))
    },
    clear: () => drawings.removeSources(() => true),
    async dispose() {
      for (const each of unsubscribe) each()
      await drawings.dispose()
    }
  }
}

/** A connection with other endpoints has other drawings. */
const sourceOf = (profile: Profile) => `${profile.id}/${serviceDigest(profile)}`
