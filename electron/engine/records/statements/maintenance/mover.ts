import { toProblem } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Disk } from '../disk/disk'
import { onDisk } from '../disk/problem'
import type { JobControl } from '../jobs'
import type { SettingsFile } from '../settings'
import { roomIn } from '../store/mark'
import type { ArchiveStore } from '../store/store'
import { copyAll, refuseNested, removeDoubles } from './move'

interface MovePorts {
  readonly disk: Disk
  readonly settings: SettingsFile
  readonly store: ArchiveStore
}

/**
 * Moves the archive into the chosen folder, then calls `open`. The settings record the move before it begins, so that
 * after a kill at any moment the archive is whole in one place, and the next start removes what is left in the other.
 */
export async function moveArchive(
  { disk, settings, store }: MovePorts,
  chosen: string,
  open: (root: string) => Promise<void>,
  { signal, report }: JobControl
): Promise<void> {
  const from = store.root
  const before = settings.content.root
  signal.throwIfAborted()
  refuseNested(from, chosen)
  const to = await roomIn(disk, chosen, '')
  refuseNested(from, to)
  report({ folder: to })
  await settings.change({ moving: to })
  try {
    await copyAll({ disk, signal, onProgress: report }, from, to)
    signal.throwIfAborted()
    // Another instance may have written here meanwhile.
    await store.mayWrite()
    // The step that decides: before it the archive is in the old place, after it in the new one.
    await settings.change({ root: to, moving: null, leftover: from })
  } catch (thrown) {
    await onDisk(to, () => removeDoubles(disk, to, from)).catch(() => {})
    await settings.change({ root: before, moving: null, leftover: null })
    throw thrown
  }
  await open(to)
  await onDisk(from, () => removeDoubles(disk, from, to))
  await settings.change({ leftover: null })
}

/** Before the archive is opened: removes what an interrupted move left in the place that is not the archive. */
export async function resumeMove(
  { disk, settings, store }: MovePorts,
  note: (sentence: string) => void
): Promise<void> {
  const { moving, leftover } = settings.content
  const { root } = store
  if ((await disk.kind(root).catch(() => null)) !== 'folder') return
  try {
    if (moving !== null) {
      await onDisk(moving, () => removeDoubles(disk, moving, root))
      await settings.change({ moving: null })
      note(archiveText.locations.moveInterrupted(moving, root))
    }
    if (leftover !== null) {
      await onDisk(leftover, () => removeDoubles(disk, leftover, root))
      await settings.change({ leftover: null })
    }
  } catch (thrown) {
    // Tried again at the next start; the drive may be detached.
    note(archiveText.locations.leftovers(toProblem(thrown).sentence))
  }
}
