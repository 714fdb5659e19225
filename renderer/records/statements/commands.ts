import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import type { ArchiveDesk } from './archive.svelte'

/** What can be done about statements from anywhere in the window. */
export function bindStatements({ commands, router, bridge }: Desk, archive: ArchiveDesk): () => void {
  const none = () => (archive.state?.statements === 0 ? 'No statement yet' : null)
  return commands.bind({
    'statements.fetch': {
      run: () => {
        router.go('statements')
        archive.open = 'fetch'
      }
    },
    'statements.verify': {
      run: () => {
        router.go('statements')
        void archive.verify()
      },
      disabled: none
    },
    'statements.export': {
      run: () => {
        router.go('statements')
        archive.open = 'export'
      },
      disabled: none
    },
    'statements.folder': { run: () => valueOf(bridge.call.archive.openFolder({ key: null })) }
  })
}
