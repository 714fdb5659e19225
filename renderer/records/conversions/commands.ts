import type { Desk } from '../../lib/desk'
import type { ConversionsDesk } from './conversions.svelte'

/** What can be done about conversions from anywhere in the window. */
export function bindConversions({ commands, router }: Desk, conversions: ConversionsDesk): () => void {
  return commands.bind({
    'conversions.lookUp': {
      run: () => {
        router.go('conversions')
        conversions.focusWanted = true
      }
    },
    'conversions.clipboard': {
      run: async () => {
        router.go('conversions')
        if (conversions.state === null) await conversions.load()
        await conversions.lookUp.fromClipboard()
      }
    },
    'conversions.exportCsv': {
      run: () => conversions.exportCsv(),
      disabled: () =>
        router.view !== 'conversions'
          ? 'Where conversions are shown'
          : conversions.history.loaded.count === 0
            ? 'No conversions are shown'
            : null
    }
  })
}
