import { statementsText } from '#renderer/messages/statements'
import type { MenuGroup } from '../../ui/menu'
import type { StatementsStore } from './statements.svelte'

const text = statementsText.menu

function workOf(state: StatementsStore['state']): string | null {
  if (state?.moving) return text.moving
  if (state?.switching) return text.switching
  if (state?.restoring) return text.restoring
  return state?.run?.running ? text.fetching : null
}

export function menuOf(store: StatementsStore, move: () => void): readonly MenuGroup[] {
  const { state, calls } = store
  const unavailable = state?.cannotFetch ? text.notConnected : null
  const empty = state?.statements ? null : text.empty
  const busy = workOf(state)
  const copy = state?.copy ?? null
  return [
    {
      items: [
        { label: text.fetchFile, run: () => store.fetchFile(), disabled: unavailable },
        { label: text.fetchIncomplete, run: () => store.refetch(), disabled: unavailable },
        {
          label: text.compareAll,
          run: () => store.compare(null),
          disabled: unavailable ?? empty ?? (state?.comparing ? text.comparing : null)
        }
      ]
    },
    {
      items: [
        {
          label: text.exportZip,
          run: () => (store.open = 'export'),
          disabled: empty ?? (state?.exporting ? text.exporting : null)
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
