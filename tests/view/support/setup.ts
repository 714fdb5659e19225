import { cleanup, configure } from '@testing-library/svelte'
import { afterEach, vi } from 'vitest'
// Preloaded, because a test could end while it loads.
import '../../../renderer/panels/chart/ChartPanel.svelte'

// A guard against hanging, not a measure.
configure({ asyncUtilTimeout: 60_000 })

// Missing in the test page; tested in the app.
const nothing = () => undefined
Object.assign(HTMLElement.prototype, { showPopover: nothing, hidePopover: nothing })
Object.assign(document, {
  fonts: Object.assign(new EventTarget(), { ready: Promise.resolve(), status: 'loaded' })
})

// Files share a window.
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})
