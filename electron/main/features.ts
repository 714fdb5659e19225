import { session as sessions, type Session } from 'electron'
import { systemClock as clock } from '#engine/base/clock'
import type { ProfileFile } from '#engine/connection/profile-file'
import type { Log, Redactor } from '#engine/base/log/index'
import { describeApp } from './app/app/about'
import { setUpData } from './app/data'
import { setUpDiagnostics } from './app/diagnostics'
import { createInstruments } from './app/diagnostics/instruments'
import { supportParts } from './app/diagnostics/support-parts'
import type { SettingsFeature } from './app/settings'
import type { Notices } from './app/start/notices'
import type { Shutdown } from './app/start/shutdown'
import { setUpTray } from './app/tray'
import { startInTray } from './app/tray/start-in-tray'
import { setUpOnLastWindow } from './app/tray/on-last-window'
import { setUpUpdates } from './app/updates'
import type { AfterStartup } from './base/startup/after-startup'
import {
  alertsFile,
  drawingsFile,
  logFolder,
  marketsFile,
  updatesFile,
  updatesFolder
} from './base/startup/folders'
import type { Marks } from './base/startup/marks'
import type { UnsavedFiles } from './base/unsaved-files'
import { setUpConnections } from './connection'
import { confirmHosts } from './connection/confirm-hosts'
import { setUpKeychain } from './connection/keychain'
import { setUpNetwork } from './connection/network'
import { onWake, watchOnline } from './connection/network/online'
import type { SandboxKeeper } from './connection/sandbox/keeper'
import { localService } from './connection/sandbox/local-service'
import { setUpMarkets, usesMarkets } from './market'
import { setUpAlerts, type AlertPages } from './market/alerts'
import { setUpDrawings } from './market/drawings'
import { setUpFramePace } from './market/feed/frame-pace'
import { feedHealth } from './market/feed/health'
import { MarketStream } from './market/live'
import { setUpPanelExport } from './market/panel-export'
import { setUpRecording } from './recording'
import { setUpRecords } from './records'
import type { Workspaces } from './workspace'
import type { Windows } from './workspace/windows'

interface FeatureParts {
  readonly userData: string
  readonly windowSession: Session
  readonly alertPages: AlertPages
  readonly windows: Windows
  readonly settings: SettingsFeature
  readonly workspaces: Workspaces
  readonly profiles: ProfileFile
  readonly sandbox: SandboxKeeper
  readonly afterStartup: AfterStartup
  readonly notices: Notices
  readonly unsaved: UnsavedFiles
  /** A file that replaces the update source of an app that is not installed. */
  readonly updateSource: string | null
  readonly shutdown: Shutdown
  readonly marks: Marks
  readonly redactor: Redactor
  readonly log: Log
}

/** Each feature gets the ones before it and subscribes to their events. */
export async function setUpFeatures(parts: FeatureParts) {
  const { userData, windowSession, windows, settings, workspaces, sandbox, notices, shutdown } = parts
  const { unsaved, afterStartup, redactor, log } = parts
  const { registry, pushes, feeds } = windows
  const startNotice = notices.add
  const warn = (sentence: string) => pushes.broadcast('app.notice', { sentence, kind: 'warning' })
  const browserOf = (id: string) => registry.byId(id)?.browser
  const { keep: keepOutOfLogs, redact } = redactor

  const instruments = createInstruments({ pushes, redactor })
  const { meter, observer } = instruments
  const serviceNow = () => observer.serviceNow()

  const network = setUpNetwork({ warn: (sentence) => log.part('network').warn(sentence), keepOutOfLogs })
  const keychain = setUpKeychain()
  const { connections, handlers: connectionHandlers } = setUpConnections({
    profiles: parts.profiles,
    secretStore: keychain,
    fetch: network.fetch,
    local: localService(sandbox),
    confirmHosts: confirmHosts(() => registry.focused?.browser),
    browserOf,
    keepOutOfLogs,
    redact,
    pushes,
    startNotice,
    notice: warn,
    afterStartup
  })
  network.onRenew(() => void connections.resumed())

  const framePace = setUpFramePace(settings)
  const recording = await setUpRecording({
    userData,
    windows,
    settings,
    connections,
    interval: framePace.interval,
    unsaved,
    warn,
    afterStartup,
    evidence: { secrets: keychain, writer: describeApp, fetch: network.fetch },
    startNotice,
    log: log.part('recording')
  })
  const live = new MarketStream({
    connections,
    recordings: recording.recordings,
    history: recording.history,
    desk: recording.desk,
    agent: network.streamAgent,
    staleAfter: () => settings.now().staleAfter * 1000,
    observer,
    redact,
    serviceNow,
    warn,
    onSettings: settings.onChange,
    onNetwork: watchOnline,
    onWake,
    log: log.part('live')
  })
  live.onUse((used) => used && meter.resetClock())
  recording.follow(live)

  const markets = await setUpMarkets({
    file: marketsFile(userData),
    clock,
    feeds,
    pushes,
    browserOf,
    settings,
    connections,
    live,
    sandbox,
    history: recording.history,
    serviceNow: () => serviceNow() ?? Date.now(),
    unsaved,
    startNotice,
    log: log.part('markets'),
    publisher: {
      interval: framePace.interval,
      painted: (milliseconds) => meter.painted(milliseconds),
      queue: (depth) => meter.queue(depth)
    }
  })
  workspaces.useMarkets(markets.known)
  workspaces.onPopOut(({ from, to }) => recording.continueReplay(from, to))

  const onLastWindow = setUpOnLastWindow({ settings, afterStartup })
  const alerts = await setUpAlerts({
    file: alertsFile(userData),
    clock,
    pushes,
    registry,
    session: windowSession,
    pages: parts.alertPages,
    delivery: { secrets: keychain, fetch: network.fetch, keepOutOfLogs, browserOf, warn },
    settings,
    connections,
    live,
    watched: markets.watched,
    evidence: recording.alertEvidence,
    closing: onLastWindow,
    unsaved,
    startNotice,
    afterStartup,
    log: log.part('alerts')
  })

  const drawings = await setUpDrawings({
    file: drawingsFile(userData),
    clock,
    pushes,
    connections,
    unsaved,
    startNotice
  })

  const records = await setUpRecords({
    userData,
    windows,
    markets: markets.known,
    connections,
    live,
    sandbox,
    fetch: network.fetch,
    resolve: network.resolve,
    keepOutOfLogs,
    redact,
    serviceNow,
    notify: alerts.notify,
    unsaved,
    startNotice,
    warn,
    afterStartup,
    log
  })

  const tray = setUpTray({
    registry,
    settings,
    remember: (lastWindow) => void settings.change({ lastWindow }),
    alerts,
    connections,
    onLastWindow
  })

  const diagnostics = setUpDiagnostics({
    instruments,
    pushes,
    connections,
    sandbox,
    log: log.part('diagnostics'),
    redactor,
    engine: {
      books: () => live.engine.books(),
      feed: () => live.engine.feed(),
      counts: () => ({
        ...live.engine.counts(),
        ...markets.counts(),
        acknowledgementsIgnored: feeds.ignored
      })
    },
    fetch: (url, init) => new Promise<void>(afterStartup.after).then(() => fetch(url, init)),
    support: supportParts({ logs: logFolder(userData), settings, browserOf })
  })
  const health = feedHealth(registry, feeds, diagnostics.recordHealth)
  // After the features above, which then know the sandbox's markets.
  sandbox.onChange((description) => void connections.localMoved(description !== null))

  const updates = await setUpUpdates({
    file: updatesFile(userData),
    folder: updatesFolder(userData),
    sourceFile: parts.updateSource,
    clock,
    fetch: network.fetchUpdates,
    settings,
    pushes,
    startNotice,
    afterStartup,
    log: log.part('updates')
  })

  const data = setUpData({
    userData,
    settings,
    connections,
    markets,
    alerts,
    drawings,
    workspaces,
    templates: workspaces.templates,
    ...recording.dataFolders,
    ...records.dataFolders,
    sessions: () => [windowSession, network.session(), sessions.defaultSession],
    windowById: browserOf
  })

  // The stream ends before tokens and network end.
  shutdown.register(live, records, connections, { dispose: async () => void (await network.idle()) })
  shutdown.register(alerts, drawings)
  shutdown.register(recording)
  shutdown.register(onLastWindow, tray)
  shutdown.register(markets)
  shutdown.register(keychain)
  shutdown.register(updates)
  shutdown.last(updates.install)
  shutdown.register(health, framePace, diagnostics)
  return {
    handlers: {
      connections: connectionHandlers,
      data,
      diagnostics: diagnostics.handlers,
      markets: markets.handlers,
      ...recording.handlers,
      alerts: alerts.handlers,
      drawings: drawings.handlers,
      ...records.handlers,
      panelExport: setUpPanelExport({ pushes, browserOf }),
      updates: updates.handlers
    },
    usesMarkets: () => usesMarkets(connections.read()),
    startInTray: () =>
      startInTray({
        platform: process.platform,
        preference: () => settings.now().lastWindow,
        isTrayAvailable: onLastWindow.checkTray,
        hasWindows: () => registry.all.length > 0,
        openMinimized: () => windows.openMinimized(() => registry.restoreAll([]))
      }),
    async connectAtStart() {
      await connections.connectAtStart()
      parts.marks.set('main', 'connection settled')
    }
  }
}
