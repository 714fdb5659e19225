import type { BrowserWindow } from 'electron'
import type { Clock } from '#engine/base/clock'
import { AnalysisClient, type AnalysisProcess } from '#engine/recording/analysis/client'
import { FillFiles } from '#engine/recording/analysis/fill-files'
import { Runs } from '#engine/recording/analysis/runs'
import type { FeatureHandlers } from '#shared/contract/index'
import { analysisText } from '#shared/messages/analysis'
import { askToOpen, saveAs } from '../../base/dialogs'
import type { Pushes } from '../../base/ipc/pushes'

interface AnalysisParts {
  readonly clock: Clock
  readonly spawn: () => AnalysisProcess
  /** Of a recorded connection. */
  readonly logOf: (connection: string) => string
  readonly staleAfter: () => number
  readonly pushes: Pick<Pushes, 'broadcast' | 'send'>
  readonly browserOf: (windowId: string) => BrowserWindow | undefined
  readonly onWindowGone: (listener: (windowId: string) => void) => () => void
}

const { dialogs } = analysisText

export function setUpAnalysis(parts: AnalysisParts) {
  const { clock, spawn, logOf, staleAfter, pushes, browserOf } = parts
  const client = new AnalysisClient({ clock, spawn })
  const runs = new Runs()
  const files = new FillFiles(() => pushes.broadcast('analysis.fillsChanged', files.list))
  const progressOf = (windowId: string, run: number) => (share: number) =>
    pushes.send(windowId, 'analysis.progress', { run, share })
  const stopFollowing = parts.onWindowGone((windowId) => runs.close(windowId))
  const handlers: FeatureHandlers<'analysis'> = {
    sealed: ({ connection }) => client.run({ kind: 'sealed', log: logOf(connection) }),
    report: ({ run, connection, ...wanted }, { windowId }) =>
      runs.start(windowId, run, (signal) => {
        const options = { signal, onProgress: progressOf(windowId, run) }
        return client.run({ kind: 'report', log: logOf(connection), wanted }, options)
      }),
    fillCosts: ({ run, connection, market, file, interval }, { windowId }) =>
      runs.start(windowId, run, async (signal) => {
        const wanted = { ...files.read(file), market, file, interval, staleAfter: staleAfter() }
        const options = { signal, onProgress: progressOf(windowId, run) }
        return client.run({ kind: 'fillCosts', log: logOf(connection), wanted }, options)
      }),
    cancel({ run }, { windowId }) {
      runs.cancel(windowId, run)
      return null
    },
    fillFiles: () => files.list,
    async importFills(_payload, { windowId }) {
      files.refuse()
      const filters = [{ name: dialogs.csv, extensions: ['csv', 'txt', 'tsv'] }]
      const file = await askToOpen({ title: dialogs.import, filters }, browserOf(windowId))
      const fills = file === null ? null : await client.run({ kind: 'fills', file })
      return fills && files.add(fills)
    },
    removeFills({ file }) {
      files.remove(file)
      return null
    },
    saveCsv({ run }, { windowId }) {
      const { name, content } = runs.csv(windowId, run)
      return saveAs(content, { title: dialogs.save, name, type: 'csv' }, browserOf(windowId))
    }
  }
  return {
    handlers,
    clear() {
      runs.clear()
      files.clear()
    },
    dispose() {
      stopFollowing()
      runs.clear()
      client.dispose()
    }
  }
}
