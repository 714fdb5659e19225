import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { HealthFrame } from '#shared/contract/market/feed'

const interval = 1000
/** Nanoseconds in a millisecond. */
const million = 1e6
/** How often the loop is sampled, in milliseconds. A sample holds this period too: only what is beyond it is delay. */
const resolution = 10

/** How main itself does, once a second. The returned function ends it. */
export function watchHealth(hear: (health: HealthFrame) => void): () => void {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const timer = setInterval(() => {
    const loopDelay = delay.count > 0 ? Math.max(0, delay.percentile(99) / million - resolution) : 0
    delay.reset()
    hear({ loopDelay, heap: process.memoryUsage().heapUsed, at: Date.now() })
  }, interval)
  return () => {
    clearInterval(timer)
    delay.disable()
  }
}
