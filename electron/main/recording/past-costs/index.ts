import type { Clock } from '#engine/base/clock'
import { AnalysisClient, type AnalysisProcess } from '#engine/recording/analysis/client'
import { CostHistory } from '#engine/recording/costs/cost-history'
import { beginOf } from '#engine/recording/costs/moments'
import { WindowRuns } from '#engine/recording/analysis/window-runs'
import type { FeatureHandlers } from '#shared/contract/index'
import type { PastCosts } from '#shared/contract/recording/past-costs'
import { fail } from '#shared/domain/base/problem'
import type { Pushes } from '../../base/ipc/pushes'
import type { RecordingInUse } from '../in-use'

interface PastCostsParts {
  readonly clock: Clock
  readonly spawn: () => AnalysisProcess
  readonly inUse: Pick<RecordingInUse, 'log' | 'fetch'>
  /** Null for a window without a replay. */
  readonly replayedLog: (windowId: string) => string | null
  readonly staleAfter: () => number
  readonly pushes: Pick<Pushes, 'send'>
  readonly onWindowGone: (listener: (windowId: string) => void) => () => void
}

/** Milliseconds until what arrived is in the log. */
const maxDelay = 3000

/** A process of its own, so that reports do not wait for it. */
export function setUpPastCosts({ clock, spawn, pushes, ...parts }: PastCostsParts) {
  const client = new AnalysisClient({ clock, spawn })
  const history = new CostHistory((log, wanted, options) =>
    client.run({ kind: 'costs', log, wanted }, options)
  )
  const runs = new WindowRuns()
  const stopFollowing = parts.onWindowGone((windowId) => runs.close(windowId))
  const handlers: FeatureHandlers<'pastCosts'> = {
    async read({ run, at, fetchAll = false, ...wanted }, { windowId }) {
      const { inUse } = parts
      const log = at === null ? inUse.log : parts.replayedLog(windowId)
      if (log === null) return null
      const { span } = wanted
      const to = at ?? clock.wall() - maxDelay
      const question = { ...wanted, log, to, staleAfter: parts.staleAfter() }
      const push = (share: number, bytes?: number) =>
        pushes.send(windowId, 'pastCosts.progress', { run, share, ...(bytes !== undefined && { bytes }) })
      return runs.start(windowId, run, async (signal): Promise<PastCosts | null> => {
        const time = { from: beginOf(span, to), to, isAsked: fetchAll }
        const notFetched = await inUse.fetch(log, time, signal, push)
        const costs = await history.costs(question, { signal, onProgress: (share) => push(share) })
        if (!notFetched) return costs
        if (costs) return { ...costs, notFetched }
        if (notFetched.problem !== null) throw fail('costs.not-fetched', notFetched.problem)
        return { span, from: to, to, step: 0, moments: 0, costs: [], notFetched }
      })
    },
    cancel({ run }, { windowId }) {
      runs.cancel(windowId, run)
      return null
    }
  }
  return {
    handlers,
    clear() {
      runs.clear()
      history.clear()
    },
    dispose() {
      stopFollowing()
      runs.clear()
      client.dispose()
    }
  }
}
