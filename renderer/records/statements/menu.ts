import type { MenuGroup } from '../../ui/menu'
import type { ArchiveDesk } from './archive.svelte'

function workOf(state: ArchiveDesk['state']): string | null {
  if (state?.moving) return 'being moved'
  if (state?.switching) return 'being changed over'
  if (state?.restoring) return 'being restored'
  return state?.run?.running ? 'being fetched' : null
}

export function menuOf(archive: ArchiveDesk, move: () => void): readonly MenuGroup[] {
  const { state, calls } = archive
  const hindered = state?.cannotFetch ? 'not connected' : null
  const empty = state?.statements ? null : 'nothing there yet'
  const atWork = workOf(state)
  const copy = state?.copy ?? null
  return [
    {
      items: [
        { label: 'Fetch from a file of ids…', run: () => archive.fetchFile(), disabled: hindered },
        { label: 'Fetch what is not complete', run: () => archive.fetchWanted(), disabled: hindered },
        {
          label: 'Compare all with the service',
          run: () => archive.compare(null),
          disabled: hindered ?? empty ?? (state?.comparing ? 'being compared' : null)
        }
      ]
    },
    {
      items: [
        {
          label: 'Export a period as ZIP…',
          run: () => (archive.open = 'export'),
          disabled: empty ?? (state?.exporting ? 'being exported' : null)
        },
        { label: 'Open folder', run: () => archive.openFolder(null) }
      ]
    },
    {
      items: [
        {
          label: copy ? 'Another folder for the second copy…' : 'Second copy folder…',
          run: () =>
            archive.desk.attempt(async () => {
              const result = await calls.chooseCopy()
              if (!result.ok) archive.desk.toasts.show('error', result.error.sentence)
              else if (result.value) archive.take(result.value)
            })
        },
        ...(copy
          ? [
              {
                label: 'Bring the second copy up to date',
                run: () => archive.run(() => calls.syncCopy()),
                disabled: copy.running ? 'at work' : null
              },
              { label: 'Restore from the second copy', run: () => archive.restore(), disabled: atWork },
              { label: 'Stop keeping a second copy', run: () => archive.run(() => calls.dropCopy()) }
            ]
          : []),
        { label: 'Move the archive…', run: move, disabled: atWork },
        { label: 'Use another archive…', run: () => archive.useOther(), disabled: atWork }
      ]
    },
    { items: [{ label: 'Rebuild the index', run: () => archive.run(() => calls.rebuild()) }] }
  ]
}
