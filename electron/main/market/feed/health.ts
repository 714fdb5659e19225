import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { HealthFrame } from '#shared/contract/market/feed'
import type { WindowRegistry } from '../../workspace/windows/registry'
import { canBeSeen } from '../visibility'
import type { Feeds } from './feeds'

const interval = 1000
const million = 1e6
/** The sampling period in milliseconds, which is part of each sample. */
const resolution = 10

/** Once a second to all visible windows; returns the function that stops. */
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
