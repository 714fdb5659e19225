import type { Clock } from '#engine/base/clock'
import type { CatalogClient } from '#engine/recording/catalog/client'
import { backtestDays } from '#shared/contract/recording/backtest'
import type { FeatureHandlers } from '#shared/contract/index'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { Pushes } from '../../base/ipc/pushes'
import type { RecordingInUse } from '../in-use'

interface BacktestParts {
  readonly clock: Clock
  readonly client: Pick<CatalogClient, 'backtest' | 'cancelBacktest'>
  readonly inUse: () => Pick<RecordingInUse, 'log' | 'fetch'>
  readonly staleAfter: () => number
  readonly pushes: Pick<Pushes, 'send'>
}

const day = 86_400_000

/** One at a time; what it needs of the desk's recordings is fetched first. */
export function backtestHandlers({
  clock,
  client,
  pushes,
  ...parts
}: BacktestParts): Pick<FeatureHandlers<'recordings'>, 'backtest' | 'cancelBacktest'> {
  let fetching = new AbortController()
  const cancel = () => {
    fetching.abort()
    client.cancelBacktest()
  }
  return {
    async backtest({ condition, pause, fetchAll = false }, { windowId }) {
      cancel()
      fetching = new AbortController()
      const { signal } = fetching
      const inUse = parts.inUse()
      const { log } = inUse
      if (log === null) throw fail('backtest.off', recordingText.backtest.notRecorded)
      const to = clock.wall()
      const from = to - backtestDays * day
      const push = (share: number, bytes?: number) =>
        pushes.send(windowId, 'recordings.backtested', { share, ...(bytes !== undefined && { bytes }) })
      const notFetched = await inUse.fetch(log, { from, to, isAsked: fetchAll }, signal, push)
      if (signal.aborted) return null
      const wanted = { condition, pause, from, to, staleAfter: parts.staleAfter() }
      const result = await client.backtest(log, wanted, (share) => push(share))
      return result && (notFetched ? { ...result, notFetched } : result)
    },
    cancelBacktest() {
      cancel()
      return null
    }
  }
}
