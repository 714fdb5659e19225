import type { Desk } from '../../lib/desk'
import type { Diagnostics } from './diagnostics.svelte'
import { diagnosticsText } from '../../messages/diagnostics'

export function bindDiagnostics(desk: Desk, diagnostics: Diagnostics): () => void {
  const { commands, router } = desk
  return commands.bind({
    'go.diagnostics': { run: () => router.go('diagnostics') },
    'diagnostics.frames': { run: () => router.go('diagnostics', 'frames') },
    'diagnostics.support': {
      run: () => {
        if (router.view !== 'diagnostics') router.go('diagnostics')
        diagnostics.supportOpen = true
      }
    },
    'stream.retry': {
      run: () => desk.attempt(() => desk.session.retry()),
      disabled: () => (desk.session.status.action === 'retry' ? null : diagnosticsText.unavailable.retry)
    },
    'faults.open': { run: () => router.go('diagnostics', 'faults') },
    'faults.stopAll': {
      run: () => diagnostics.stopAll(),
      disabled: () => (diagnostics.active.length === 0 ? diagnosticsText.unavailable.stop : null)
    }
  })
}
