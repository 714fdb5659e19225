import type { Desk } from '../../lib/desk'
import { recordingsText } from '../../messages/recordings'
import type { RecordingsStore } from './recordings.svelte'
import { hereIn } from './words'

const text = recordingsText.unavailable

/** Returns the function that unbinds them. */
export function bindRecordings(desk: Desk, store: RecordingsStore): () => void {
  const { commands, router } = desk
  const selected = () => {
    const here = hereIn(store.rows[0] ? store.chosen(store.rows[0]) : [])
    return store.current ?? (here.length > 0 ? here : null)
  }
  const hindrance = () => (store.isBusy ? text.busy : selected() ? null : text.none)
  return commands.bind({
    'go.recordings': { run: () => router.go('recordings') },
    'recordings.verify': {
      run: () => {
        const chosen = selected()
        router.go('recordings')
        if (chosen) void store.verify(chosen)
      },
      disabled: hindrance
    },
    'recordings.export': {
      run: () => {
        router.go('recordings')
        if (selected()) store.exporting = store.picked
      },
      disabled: hindrance
    },
    'recordings.import': {
      run: () => {
        router.go('recordings')
        void store.import()
      },
      disabled: () => (store.isBusy ? text.busy : null)
    },
    'recordings.remove': {
      run: () => {
        router.go('recordings')
        store.removing = selected()
      },
      disabled: () => {
        const chosen = selected()
        return hindrance() ?? (chosen && store.notRemovable(chosen))
      }
    },
    'recordings.move': {
      run: () => {
        router.go('recordings')
        void store.move()
      },
      disabled: () => (store.isBusy ? text.busy : null)
    },
    'recordings.folder': { run: () => store.openFolder(null) }
  })
}
