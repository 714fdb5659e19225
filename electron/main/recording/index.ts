import { systemClock } from '#engine/base/clock'
import type { Fetch } from '#engine/base/http/index'
import type { Log } from '#engine/base/log/index'
import { budgetsOf, parquetBudgetsOf, Recordings } from '#engine/recording/index'
import type { CurrentSettings } from '../base/current-settings'
import type { Connections } from '#engine/connection/index'
import { isOnBattery } from '../base/power'
import {
  evidenceFolder,
  queriesFile,
  recordingsFile,
  recordingsFolder,
  savedReportsFile,
  waitingEvidenceFile
} from '../base/startup/folders'
import type { AfterStartup } from '../base/startup/after-startup'
import type { UnsavedFiles } from '../base/unsaved-files'
import type { Windows } from '../workspace/windows'
import { removeRecordings } from '#engine/recording/move/remove-recordings'
import { RecordingsFolder } from '#engine/recording/move/recordings-folder'
import { Sealing } from '#engine/recording/sealing/sealing'
import { stampDaily } from '#engine/recording/evidence/daily-stamps'
import { HistoryClient } from '#engine/recording/history/client'
import { MarketHistory } from '#engine/recording/history/market-history'
import { spawnHistory } from './history/spawn'
import { setUpAnalysis } from './analysis'
import { setUpSavedReports } from './analysis/saved'
import { spawnAnalysis } from './analysis/spawn'
import { setUpCatalog } from './catalog'
import { spawnCatalog } from './catalog/spawn'
import { setUpDeskRecordings, type DeskStream } from './desk-recordings'
import { setUpEvidence, type EvidenceParts } from './evidence'
import { setUpPastCosts } from './past-costs'
import { setUpPrinting } from './printing'
import { removeUnfinished } from './remove-unfinished'
import { setUpReplay } from './replay'
import { spawnReplay } from './replay/spawn'
import { spawnSealing } from './sealing/spawn'
import { setUpSql } from './sql'
import { spawnSql } from './sql/spawn'
import { setUpState } from './state'
import { spawnRecorder } from './spawn'

interface RecordingParts {
  readonly userData: string
  readonly windows: Pick<Windows, 'pushes' | 'registry' | 'onWindowGone'>
  readonly settings: CurrentSettings
  readonly connections: Pick<Connections, 'onChange' | 'onFeed' | 'profiles' | 'usedAtStart'>
  /** Milliseconds between two frames of a window. */
  readonly interval: () => number
  readonly unsaved: UnsavedFiles
  readonly warn: (sentence: string) => void
  readonly afterStartup: AfterStartup
  readonly evidence: Pick<EvidenceParts, 'secrets' | 'writer'> & { readonly fetch: Fetch }
  readonly startNotice: (sentence: string) => void
  readonly log: Log
}

export async function setUpRecording(parts: RecordingParts) {
  const { userData, windows, settings, connections, unsaved, afterStartup, startNotice, log } = parts
  const { pushes, registry, onWindowGone } = windows
  const folder = await RecordingsFolder.open(recordingsFile(userData), recordingsFolder(userData))
  if (folder.notice !== null) startNotice(folder.notice)
  const recordings = new Recordings({
    clock: systemClock,
    get folder() {
      return folder.root
    },
    get isMoved() {
      return folder.isMoved
    },
    spawn: spawnRecorder,
    isOn: () => settings.now().recording,
    budgets: () => budgetsOf(settings.now()),
    staleAfter: () => settings.now().staleAfter * 1000,
    afterStartup: afterStartup.after,
    closed: () => sealing.soon(),
    lost: (items) => log.warn(`${items} items were not recorded`)
  })
  const staleAfter = () => settings.now().staleAfter * 1000
  const sealing = new Sealing({
    clock: systemClock,
    spawn: spawnSealing,
    request: () => ({
      root: folder.root,
      isOn: settings.now().parquet,
      budgets: parquetBudgetsOf(settings.now()),
      staleAfter: staleAfter()
    }),
    isOnBattery,
    changed: () => shown.push()
  })
  const startedAt = systemClock.wall()
  afterStartup.after(() => {
    sealing.soon()
    void removeUnfinished(folder, startedAt, log)
  })
  const shown = setUpState({
    clock: systemClock,
    recordings,
    sealing,
    desk: () => inUse.desk,
    waitingEvidence: () => evidence.waiting(),
    retryDesk: () => desk.fetches.retry(),
    pushes,
    warn: parts.warn,
    log
  })
  const stopFollowing = settings.onChange(() => {
    recordings.applySettings()
    sealing.applySettings()
  })
  const pausedWhile = (work: () => Promise<void>) => sealing.pausedWhile(() => recordings.pausedWhile(work))
  const browserOf = (windowId: string) => registry.byId(windowId)?.browser
  const catalog = setUpCatalog({
    clock: systemClock,
    folder,
    inUse: () => inUse,
    onFetched: () => sealing.now(),
    onRemoved: () => pastCosts.clear(),
    spawn: spawnCatalog,
    connections,
    pushes,
    staleAfter,
    shared: () => ({ folder: settings.now().sharedFolder, gigabytes: settings.now().sharedGigabytes }),
    pausedWhile: (work) =>
      pausedWhile(async () => {
        replay.closeAll()
        sql.closeAll()
        await work()
      }),
    browserOf
  })
  const client = new HistoryClient({
    clock: systemClock,
    spawn: spawnHistory,
    staleAfter,
    warn: (sentence) => log.warn(sentence)
  })
  const desk = setUpDeskRecordings({
    clock: systemClock,
    folder,
    client,
    jobs: catalog.jobs,
    settings,
    own: recordings,
    connections,
    fetched: () => sealing.soon(),
    log
  })
  const { inUse } = desk
  desk.fetches.onChange(shown.push)
  const replay = setUpReplay({
    clock: systemClock,
    get folder() {
      return folder.root
    },
    spawn: (windowId) => spawnReplay(registry.byId(windowId)!.browser.webContents),
    settings,
    connections,
    interval: parts.interval,
    sourceOf: catalog.source,
    inUse,
    browserOf,
    openDesk: () => registry.openDesk().id,
    onWindowGone,
    pushes,
    warn: (sentence) => log.warn(sentence)
  })
  const sql = await setUpSql({
    file: queriesFile(userData),
    clock: systemClock,
    spawn: spawnSql,
    root: () => folder.root,
    logInUse: () => inUse.log,
    named: catalog.named,
    pushes,
    browserOf,
    onWindowGone,
    unsaved,
    startNotice
  })
  const http = { clock: systemClock, fetch: parts.evidence.fetch }
  const stopStamping = stampDaily({
    clock: systemClock,
    http,
    log: () => recordings.log,
    authority: () => settings.now().stampAuthority,
    warn: (sentence) => log.warn(sentence)
  })
  const evidence = await setUpEvidence({
    ...parts.evidence,
    file: waitingEvidenceFile(userData),
    folder: evidenceFolder(userData),
    clock: systemClock,
    http,
    settings,
    afterStartup,
    jobs: catalog.jobs,
    recordings,
    root: () => folder.root,
    inUse,
    newestOfDesk: desk.newestAt,
    replayedLog: replay.logOf,
    pushes,
    changed: () => shown.push(),
    unsaved,
    startNotice,
    warn: parts.warn,
    browserOf
  })
  const analysis = setUpAnalysis({
    clock: systemClock,
    spawn: spawnAnalysis,
    logOf: catalog.logOf,
    staleAfter,
    pushes,
    browserOf,
    onWindowGone
  })
  const savedReports = await setUpSavedReports({
    file: savedReportsFile(userData),
    clock: systemClock,
    pushes,
    unsaved,
    startNotice
  })
  const pastCosts = setUpPastCosts({
    clock: systemClock,
    spawn: spawnAnalysis,
    inUse,
    replayedLog: replay.logOf,
    staleAfter,
    pushes,
    onWindowGone
  })
  return {
    handlers: {
      recording: shown.handlers,
      recordings: catalog.handlers,
      replay: replay.handlers,
      evidence: evidence.handlers,
      printing: setUpPrinting(browserOf),
      analysis: analysis.handlers,
      pastCosts: pastCosts.handlers,
      savedReports: savedReports.handlers,
      sql: sql.handlers
    },
    recordings,
    follow: (stream: DeskStream) =>
      desk.follow(stream, () => {
        shown.push()
        evidence.look()
      }),
    continueReplay: replay.continueIn,
    alertEvidence: evidence.ofAlerts,
    history: new MarketHistory({
      clock: systemClock,
      get folder() {
        return folder.root
      },
      recordings,
      client,
      desk: desk.recordings,
      afterStartup: afterStartup.after
    }),
    desk,
    dataFolders: {
      recordings: {
        folder: () => folder.root,
        companion: waitingEvidenceFile(userData),
        clear() {
          replay.closeAll()
          sql.closeAll()
          catalog.clear()
          analysis.clear()
          pastCosts.clear()
          return pausedWhile(async () => {
            await evidence.clear()
            await removeRecordings(folder.root)
          })
        }
      },
      evidence: { clear: evidence.ofAlerts.clear },
      queries: { clear: sql.clear },
      savedReports: { clear: savedReports.clear }
    },
    async dispose() {
      stopFollowing()
      await evidence.dispose()
      inUse.dispose()
      sealing.dispose()
      stopStamping()
      client.dispose()
      replay.dispose()
      analysis.dispose()
      pastCosts.dispose()
      await Promise.all([catalog.dispose(), recordings.dispose(), sql.dispose(), savedReports.dispose()])
      shown.dispose()
      await folder.dispose()
    }
  }
}
