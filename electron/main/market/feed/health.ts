import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { HealthFrame } from '#shared/contract/market/feed'
import type { WindowRegistry } from '../../workspace/windows/registry'
import { canBeSeen } from '../visibility'
import type { Feeds } from './feeds'

const interval = 1000
/** Nanoseconds in a millisecond. */
const million = 1e6
/** How often the loop is sampled, in milliseconds. A sample holds this period too: only what is beyond it is delay. */
const resolution = 10

/** Sends the health of main to all visible windows once a second. The returned function ends it. */
export function feedHealth(
  registry: Pick<WindowRegistry, 'all'>,
  feeds: Feeds,
  complete: (health: HealthFrame) => HealthFrame
): () => void {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const timer = setInterval(() => {
    const loopDelay = delay.count > 0 ? Math.max(0, delay.percentile(99) / million - resolution) : 0
    delay.reset()
    const health = complete({ loopDelay, heap: process.memoryUsage().heapUsed, at: Date.now() })
    for (const { id, browser } of registry.all) if (canBeSeen(browser)) feeds.offer(id, { health })
  }, interval)
  return () => {
    clearInterval(timer)
    delay.disable()
  }
}
