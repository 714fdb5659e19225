import type { Desk } from '../../lib/desk'
import type { Diagnostics } from './diagnostics.svelte'

/** Binds what can be done about diagnosis from anywhere in the window. */
export function bindDiagnostics({ commands, router }: Desk, diagnostics: Diagnostics): () => void {
  return commands.bind({
    'go.diagnostics': { run: () => router.go('diagnostics') },
    'rehearse.open': { run: () => router.go('diagnostics', 'rehearse') },
    'rehearse.stopAll': {
      run: () => diagnostics.stopAll(),
      disabled: () => (diagnostics.active.length === 0 ? 'Nothing is rehearsed' : null)
    }
  })
}
