import { statementsText } from '#renderer/messages/statements'
import type { MenuGroup } from '../../ui/menu'
import type { StatementsStore } from './statements.svelte'

const text = statementsText.menu

export function menuOf(store: StatementsStore, move: () => void): readonly MenuGroup[] {
  const { state, calls } = store
  const unavailable = state?.cannotFetch ? text.notConnected : null
  const empty = state?.statements ? null : text.empty
  const job = state?.job && !state.job.automatic ? text.jobs[state.job.kind] : null
  const busy = job ?? (state?.run?.running ? text.fetching : null)
  const copy = state?.copy ?? null
  return [
    {
      items: [
        { label: text.fetchFile, run: () => store.fetchFile(), disabled: unavailable },
        { label: text.fetchIncomplete, run: () => store.refetch(), disabled: unavailable },
        {
          label: text.compareAll,
          run: () => store.compare(null),
          disabled: unavailable ?? empty ?? job
        }
      ]
    },
    {
      items: [
        {
          label: text.exportZip,
          run: () => (store.open = 'export'),
          disabled: empty ?? job
        },
        { label: text.openFolder, run: () => store.openFolder(null) }
      ]
    },
    {
      items: [
        {
          label: copy ? text.otherCopy : text.firstCopy,
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
                label: text.updateCopy,
                run: () => store.run(() => calls.syncCopy()),
                disabled: copy.running ? text.copying : null
              },
              { label: text.restore, run: () => store.restore(), disabled: busy },
              { label: text.stopCopy, run: () => store.run(() => calls.dropCopy()) }
            ]
          : []),
        { label: text.move, run: move, disabled: busy },
        { label: text.useOther, run: () => store.useOther(), disabled: busy }
      ]
    },
    { items: [{ label: text.rebuild, run: () => store.run(() => calls.rebuild()) }] }
  ]
}
