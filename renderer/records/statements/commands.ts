import { statementsText } from '#renderer/messages/statements'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import type { StatementsStore } from './statements.svelte'

/** Commands about statements that work anywhere in the window. */
export function bindStatements({ commands, router, bridge }: Desk, store: StatementsStore): () => void {
  const none = () => (store.state?.statements === 0 ? statementsText.noneYet : null)
  return commands.bind({
    'statements.fetch': {
      run: () => {
        router.go('statements')
        store.open = 'fetch'
      }
    },
    'statements.verify': {
      run: () => {
        router.go('statements')
        void store.verify()
      },
      disabled: none
    },
    'statements.export': {
      run: () => {
        router.go('statements')
        store.open = 'export'
      },
      disabled: none
    },
    'statements.folder': { run: () => valueOf(bridge.call.statements.openFolder({ key: null })) }
  })
}
