import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { HealthFrame } from '../../shared/contract/feed'

const interval = 1000
/** Nanoseconds in a millisecond. */
const million = 1e6

/** How main itself does, once a second. The returned function ends it. */
export function watchHealth(hear: (health: HealthFrame) => void): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const timer = setInterval(() => {
    const loopDelay = delay.count > 0 ? delay.percentile(99) / million : 0
    delay.reset()
    hear({ loopDelay, heap: process.memoryUsage().heapUsed, at: Date.now() })
  }, interval)
  return () => {
    clearInterval(timer)
    delay.disable()
  }
}
