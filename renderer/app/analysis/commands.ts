import type { Desk } from '../../lib/desk'
import { analysisText } from '../../messages/analysis'
import type { AnalysisStore } from './analysis.svelte'

/** Returns the function that unbinds them. */
export function bindAnalysis(desk: Desk, store: AnalysisStore): () => void {
  const { commands, router } = desk
  const hindrance = () => (store.model && router.view === 'analysis' ? null : analysisText.unavailable.none)
  return commands.bind({
    'go.analysis': { run: () => router.go('analysis', store.id) },
    'analysis.run': { run: () => store.runAgain(), disabled: hindrance },
    'analysis.saveReport': {
      run: () => (store.saved.naming = { kind: 'save' }),
      disabled: () =>
        store.saved.current && router.view === 'analysis' ? null : analysisText.unavailable.none
    },
    'analysis.importFills': {
      run: () => {
        router.go('analysis', 'fills')
        void store.importFills()
      }
    },
    'analysis.saveCsv': { run: () => store.saveCsv(store.main), disabled: hindrance },
    'analysis.savePdf': {
      run: () => store.model && store.savePdf(store.model),
      disabled: hindrance
    }
  })
}
