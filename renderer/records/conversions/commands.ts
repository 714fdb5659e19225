import { conversionsText } from '#renderer/messages/conversions'
import type { Desk } from '../../lib/desk'
import type { ConversionsStore } from './conversions.svelte'

export function bindConversions({ commands, router }: Desk, conversions: ConversionsStore): () => void {
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
          ? conversionsText.unavailable.elsewhere
          : conversions.history.loaded.count === 0
            ? conversionsText.unavailable.noRows
            : null
    }
  })
}
