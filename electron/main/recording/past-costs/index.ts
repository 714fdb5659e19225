import type { Clock } from '#engine/base/clock'
import { AnalysisClient, type AnalysisProcess } from '#engine/recording/analysis/client'
import { CostHistory } from '#engine/recording/costs/cost-history'
import { WindowRuns } from '#engine/recording/analysis/window-runs'
import type { FeatureHandlers } from '#shared/contract/index'
import type { Pushes } from '../../base/ipc/pushes'

interface PastCostsParts {
  readonly clock: Clock
  readonly spawn: () => AnalysisProcess
  readonly logInUse: () => string | null
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
    async read({ run, at, ...wanted }, { windowId }) {
      const log = at === null ? parts.logInUse() : parts.replayedLog(windowId)
      if (log === null) return null
      const question = { ...wanted, log, to: at ?? clock.wall() - maxDelay, staleAfter: parts.staleAfter() }
      return runs.start(windowId, run, (signal) =>
        history.costs(question, {
          signal,
          onProgress: (share) => pushes.send(windowId, 'pastCosts.progress', { run, share })
        })
      )
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
