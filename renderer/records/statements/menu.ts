import type { MenuGroup } from '../../ui/menu'
import type { StatementsStore } from './statements.svelte'

function workOf(state: StatementsStore['state']): string | null {
  if (state?.moving) return 'being moved'
  if (state?.switching) return 'being changed over'
  if (state?.restoring) return 'being restored'
  return state?.run?.running ? 'being fetched' : null
}

export function menuOf(store: StatementsStore, move: () => void): readonly MenuGroup[] {
  const { state, calls } = store
  const hindered = state?.cannotFetch ? 'not connected' : null
  const empty = state?.statements ? null : 'nothing there yet'
  const atWork = workOf(state)
  const copy = state?.copy ?? null
  return [
    {
      items: [
        { label: 'Fetch from a file of ids…', run: () => store.fetchFile(), disabled: hindered },
        { label: 'Fetch what is not complete', run: () => store.refetch(), disabled: hindered },
        {
          label: 'Compare all with the service',
          run: () => store.compare(null),
          disabled: hindered ?? empty ?? (state?.comparing ? 'being compared' : null)
        }
      ]
    },
    {
      items: [
        {
          label: 'Export a period as ZIP…',
          run: () => (store.open = 'export'),
          disabled: empty ?? (state?.exporting ? 'being exported' : null)
        },
        { label: 'Open folder', run: () => store.openFolder(null) }
      ]
    },
    {
      items: [
        {
          label: copy ? 'Another folder for the second copy…' : 'Second copy folder…',
          run: () =>
            store.desk.attempt(async () => {
              const result = await calls.chooseCopy()
              if (!result.ok) store.desk.toasts.show('error', result.error.sentence)
              else if (result.value) store.take(result.value)
            })
        },
        ...(copy
          ? [
              {
                label: 'Bring the second copy up to date',
                run: () => store.run(() => calls.syncCopy()),
                disabled: copy.running ? 'at work' : null
              },
              { label: 'Restore from the second copy', run: () => store.restore(), disabled: atWork },
              { label: 'Stop keeping a second copy', run: () => store.run(() => calls.dropCopy()) }
            ]
          : []),
        { label: 'Move the archive…', run: move, disabled: atWork },
        { label: 'Use another archive…', run: () => store.useOther(), disabled: atWork }
      ]
    },
    { items: [{ label: 'Rebuild the index', run: () => store.run(() => calls.rebuild()) }] }
  ]
}
