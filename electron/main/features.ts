import { rm } from 'node:fs/promises'
import { powerMonitor, session as sessions, type Session } from 'electron'
import { systemClock } from '#engine/base/clock'
import type { ProfileFile } from '#engine/connection/profile-file'
import type { Log, Redactor } from '#engine/base/log/index'
import type { SandboxDescription } from '#sandbox/index'
import type { HealthFrame } from '#shared/contract/market/feed'
import type { Settings } from '#shared/contract/app/settings'
import { describeApp } from './app/about/about'
import { setUpAlerts } from './market/alerts'
import { setUpConnections } from './connection'
import { confirmHosts } from './connection/confirm-hosts'
import { setUpData } from './app/data'
import { setUpDiagnostics } from './app/diagnostics'
import { askForFile } from './app/diagnostics/ask-for-file'
import { readLogTail } from './app/diagnostics/log-tail'
import { setUpKeychain } from './connection/keychain'
import { LiveDesk } from './market/live'
import { setUpMarkets } from './market'
import { setUpNetwork } from './connection/network'
import { watchOnline } from './connection/network/online'
import { setUpRecords } from './records'
import type { SandboxKeeper } from './connection/sandbox/keeper'
import type { SetUpSettings } from './app/settings'
import type { AfterStartup } from './base/startup/after-startup'
import {
  alertsFile,
  candlesFolder,
  connectionsFile,
  logFolder,
  marketsFile,
  reportFolder,
  settingsFile,
  windowsFile,
  workspacesFile
} from './base/startup/folders'
import type { Leaving } from './app/start/leave'
import type { Marks } from './base/startup/marks'
import type { Notices } from './app/start/notices'
import { setUpTakeAway } from './market/panel-export'
import { setUpTray, type TrayDesk } from './app/tray'
import type { Windows } from './workspace/windows'
import type { WorkspacesDesk } from './workspace'

interface FeatureParts {
  readonly userData: string
  readonly windowSession: Session
  /** The page that makes a sound while no window is open. */
  readonly soundPage: string
  readonly windows: Windows
  readonly settings: SetUpSettings
  readonly workspaces: WorkspacesDesk
  readonly profiles: ProfileFile
  readonly sandbox: Pick<SandboxKeeper, 'start'>
  /** For what nobody waits for at the start. */
  readonly afterStartup: AfterStartup
  readonly notices: Notices
  readonly leaving: Leaving
  readonly marks: Marks
  readonly redactor: Redactor
  readonly log: Log
}

const accessTo = (description: SandboxDescription) => ({
  restBase: description.base_url,
  tokenHost: description.auth_url,
  streamAddress: description.ws_url,
  clientId: description.client_id,
  clientSecret: description.client_secret
})

const intervalOf = (rate: Settings['frameRate']) => (rate === 'full' ? 0 : 1000 / rate)

/** Everything behind the windows, and how it hangs together: connections, the stream, records, diagnostics, data. */
export async function setUpFeatures(parts: FeatureParts) {
  const {
    userData,
    windowSession,
    windows,
    settings,
    workspaces,
    sandbox,
    notices,
    leaving,
    marks,
    afterStartup,
    redactor,
    log
  } = parts
  const { registry, pushes, feeds } = windows
  const warn = (sentence: string) => pushes.broadcast('app.notice', { sentence, kind: 'warning' })
  const browserOf = (id: string) => registry.byId(id)?.browser
  const candles = candlesFolder(userData)
  const staleAfter = () => settings.store.state().settings.staleAfter * 1000
  const diagnostics = setUpDiagnostics({
    pushes,
    log: log.part('diagnostics'),
    redactor,
    engine: {
      books: () => desk.engine.books(),
      counts: () => ({
        ...desk.engine.counts(),
        ...markets.counts(),
        acknowledgementsIgnored: feeds.ignored
      })
    },
    fetch: (url, init) => new Promise<void>(afterStartup.after).then(() => fetch(url, init)),
    support: {
      versions: describeApp,
      settings: () => settings.store.state().settings,
      connections: () => connections.read(),
      log: () => readLogTail(logFolder(userData)),
      askForFile: (suggestion, windowId) => askForFile(suggestion, browserOf(windowId))
    }
  })
  const serviceNow = () => diagnostics.observer.serviceNow()
  let localMarkets: readonly string[] = []
  const markets = await setUpMarkets({
    file: marketsFile(userData),
    clock: systemClock,
    feeds,
    pushes,
    browserOf,
    staleAfter,
    localMarkets: () => localMarkets,
    connectionGone(id) {
      void desk.forgetCandles(id)
      records.connectionGone(id)
    },
    startNotice: notices.add,
    publisher: {
      serviceNow: () => serviceNow() ?? Date.now(),
      interval: () => intervalOf(settings.store.state().settings.frameRate),
      painted: (milliseconds) => diagnostics.meter.painted(milliseconds),
      queue: (depth) => diagnostics.meter.queue(depth)
    }
  })
  let tray: TrayDesk | null = null
  const alerts = await setUpAlerts({
    file: alertsFile(userData),
    clock: systemClock,
    pushes,
    registry,
    session: windowSession,
    soundPage: parts.soundPage,
    sounds: () => settings.store.state().settings.sounds,
    watched: () => markets.state().watched.map(({ market }) => market),
    closing: () => tray?.closing() ?? '',
    changed: () => tray?.settle(),
    startNotice: notices.add,
    afterStartup,
    log: log.part('alerts')
  })
  const knownMarkets = () => {
    const { watched, suggestions } = markets.state()
    return [...watched.map(({ market }) => market), ...suggestions]
  }
  const network = setUpNetwork({
    warn: (sentence) => log.part('network').warn(sentence),
    keepOutOfLogs: redactor.keep
  })
  const records = await setUpRecords({
    userData,
    fetch: network.fetch,
    resolve: network.resolve,
    windows,
    markets: knownMarkets,
    serviceNow,
    notify: alerts.notify,
    startNotice: notices.add,
    warn,
    afterStartup,
    log
  })
  const keychain = setUpKeychain()
  const { connections, handlers } = setUpConnections({
    profiles: parts.profiles,
    secretStore: keychain,
    fetch: network.fetch,
    local: { start: async () => accessTo(await sandbox.start()) },
    confirmHosts: confirmHosts(() => registry.focused?.browser),
    keepOutOfLogs: redactor.keep,
    redact: redactor.redact,
    broadcast(name, state) {
      diagnostics.connectionChanged(state)
      markets.connectionsChanged(state)
      alerts.connectionChanged(state)
      records.connectionChanged(state)
      pushes.broadcast(name, state)
    },
    startNotice: notices.add,
    notice: warn,
    afterStartup
  })
  const desk = new LiveDesk({
    connections,
    candles,
    agent: network.streamAgent,
    staleAfter,
    observer: diagnostics.observer,
    redact: redactor.redact,
    use(live) {
      if (live) diagnostics.meter.forgetClock()
      markets.use(live)
      alerts.use(live)
      records.useMarkets(live)
    },
    statusChanged() {
      markets.streamChanged()
      alerts.streamChanged()
    },
    serviceNow,
    onNetwork: watchOnline,
    onWake(hear) {
      powerMonitor.on('resume', hear)
      return () => powerMonitor.off('resume', hear)
    },
    notice: warn,
    log: log.part('live')
  })
  network.onRenew(() => void connections.resumed())
  records.connectionChanged(connections.read())
  records.serve({
    connections,
    fetch: network.fetch,
    keepOutOfLogs: redactor.keep,
    redact: redactor.redact
  })
  tray = setUpTray({
    registry,
    settings: () => settings.store.state().settings,
    remember: (lastWindow) => void settings.store.change({ lastWindow }),
    now: () => ({ armed: alerts.armed(), connection: connections.read().status.sentence }),
    changed: alerts.changed,
    afterStartup
  })
  const data = setUpData({
    settings: { file: settingsFile(userData), reset: () => settings.store.reset() },
    connections: { file: connectionsFile(userData), clear: () => connections.clear() },
    markets: { file: marketsFile(userData), clear: () => markets.clear() },
    alerts: { file: alertsFile(userData), clear: alerts.clear },
    workspaces: { file: workspacesFile(userData), clear: () => workspaces.clear() },
    candles: {
      folder: candles,
      clear: () => desk.clearCandles(() => rm(candles, { recursive: true, force: true }))
    },
    ...records.places,
    windows: { file: windowsFile(userData) },
    logs: { folder: logFolder(userData) },
    reports: { folder: reportFolder(userData) },
    cache: {
      folder: userData,
      sessions: () => [windowSession, network.session(), sessions.defaultSession]
    },
    windowById: browserOf
  })
  // The stream ends before its tokens do, and the candles are written before anything that they need has gone.
  leaving.before(async () => {
    await desk.dispose()
    await records.dispose()
    connections.dispose()
    await network.idle()
  })
  leaving.before(() => alerts.dispose())
  leaving.before(() => tray?.dispose())
  leaving.before(() => markets.dispose())
  leaving.before(() => keychain.dispose())
  leaving.before(() => diagnostics.dispose())
  return {
    handlers: {
      connections: handlers,
      data,
      diagnostics: diagnostics.handlers,
      markets: markets.handlers,
      alerts: alerts.handlers,
      ...records.handlers,
      takeAway: setUpTakeAway(browserOf)
    },
    knownMarkets,
    /** The local sandbox runs, as it describes itself, or has ended. */
    sandboxChanged(description: SandboxDescription | null) {
      localMarkets = description?.markets ?? []
      diagnostics.sandboxChanged(description)
      records.sandboxChanged(description)
      markets.localChanged()
      void connections.localMoved(description !== null)
    },
    settingsChanged() {
      markets.streamChanged()
      tray?.settle()
      alerts.changed()
    },
    /** What the end of the last window means. */
    onLastClosed: () => tray?.onLastClosed() ?? 'quit',
    /** Once a second; what comes back goes to the windows. */
    healthTaken: (health: HealthFrame) => diagnostics.healthTaken(health),
    /** A connection with market data is in use. */
    hasMarkets() {
      const { profiles, status } = connections.read()
      const used = profiles.find(({ id }) => id === status.profileId)
      return status.phase === 'connected' && used?.features.markets === true
    },
    /** What the last session used is used again. */
    async connectAtStart() {
      await connections.connectAtStart()
      marks.set('main', 'connection settled')
    }
  }
}

export type Features = Awaited<ReturnType<typeof setUpFeatures>>
