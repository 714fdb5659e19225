import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { HealthFrame } from '#shared/contract/market/feed'
import type { Disposable } from '#shared/domain/base/emitter'
import type { WindowRegistry } from '../../workspace/windows/registry'
import { canBeSeen } from '../visibility'
import type { Feeds } from './feeds'

const interval = 1000
const million = 1e6
/** The sampling period in milliseconds, which is part of each sample. Each sample is a wake-up. */
const resolution = 20

/** Once a second to all visible windows. */
export function feedHealth(
  registry: Pick<WindowRegistry, 'all'>,
  feeds: Feeds,
  complete: (health: HealthFrame) => HealthFrame
): Disposable {
  const delay = monitorEventLoopDelay({ resolution })
  let due = performance.now() + interval
  const timer = setInterval(() => {
    const late = Math.max(0, performance.now() - due)
    due = performance.now() + interval
    const seen = registry.all.filter(({ browser }) => canBeSeen(browser))
    const sampled = delay.count > 0 ? Math.max(0, delay.percentile(99) / million - resolution) : late
    delay.reset()
    if (seen.length > 0) delay.enable()
    else delay.disable()
    const health = complete({
      loopDelay: Math.max(late, sampled),
      heap: process.memoryUsage().heapUsed,
      at: Date.now()
    })
    for (const { id } of seen) feeds.offer(id, { health })
  }, interval)
  return {
    dispose() {
      clearInterval(timer)
      delay.disable()
    }
  }
}
