import type { Desk } from '../../lib/desk'
import { evidenceText } from '../../messages/evidence'

/** Returns the function that unbinds them. */
export function bindEvidence({ commands, evidence, activePanel }: Desk): () => void {
  return commands.bind({
    'evidence.keep': {
      run: () => activePanel.host?.perform('evidence'),
      disabled: () => (activePanel.host?.can('evidence') ? null : evidenceText.noMarket)
    },
    'evidence.verify': { run: () => evidence.verify() }
  })
}
