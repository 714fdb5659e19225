import { cleanup } from '@testing-library/svelte'
import { afterEach, vi } from 'vitest'
// The app loads it with the first chart. Here a file could end meanwhile, and the next one would find it half loaded.
import '../../../renderer/panels/chart/ChartPanel.svelte'

// What this page lacks. The layer above all others, and how text looks, are tried in the real app.
const nothing = () => undefined
Object.assign(HTMLElement.prototype, { showPopover: nothing, hidePopover: nothing })
Object.assign(document, { fonts: { ready: Promise.resolve(), status: 'loaded' } })

// All files share a window: what one leaves in it, the next would find.
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})
