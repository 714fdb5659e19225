import { session as sessions, type Session } from 'electron'
import type { Log, Redactor } from '../engine/log'
import type { SandboxDescription } from '../sandbox'
import { setUpConnections } from './connections'
import { setUpData } from './data'
import { setUpDiagnostics } from './diagnostics'
import { setUpKeychain } from './keychain'
import { setUpNetwork } from './network'
import { setUpSandbox } from './sandbox'
import { setUpSettings } from './settings'
import { connectionsFile, logFolder, reportFolder, settingsFile, windowsFile } from './start/folders'
import type { Leaving } from './start/leave'
import type { Marks } from './start/marks'
import type { Notices } from './start/notices'
import type { Windows } from './windows'

interface FeatureParts {
  readonly userData: string
  readonly windowSession: Session
  readonly windows: Windows
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

/** Everything behind the windows, and how it hangs together: settings, connections, the sandbox, diagnostics, data. */
export async function setUpFeatures(parts: FeatureParts) {
  const { userData, windowSession, windows, notices, leaving, marks, redactor, log } = parts
  const { registry, pushes } = windows
  const warn = (sentence: string) => pushes.broadcast('app.notice', { sentence, kind: 'warning' })
  const settings = await setUpSettings({
    file: settingsFile(userData),
    broadcast: (name, state) => pushes.broadcast(name, state),
    notice: notices.add,
    contents: () => registry.all.map(({ browser }) => browser.webContents)
  })
  const diagnostics = setUpDiagnostics({
    pushes,
    log: log.part('diagnostics'),
    keepOutOfLogs: redactor.keep
  })
  const sandbox = setUpSandbox({
    log: (text) => log.part('sandbox').warn(text),
    spawned: () => marks.set('sandbox', 'process start'),
    changed(description) {
      if (description) marks.set('sandbox', 'ready')
      diagnostics.sandboxChanged(description)
      void connections.localMoved(description !== null)
    }
  })
  const network = setUpNetwork({ warn: (sentence) => log.part('network').warn(sentence) })
  const keychain = setUpKeychain()
  const { connections, handlers } = await setUpConnections({
    file: connectionsFile(userData),
    secretStore: keychain,
    fetch: network.fetch,
    local: { start: async () => accessTo(await sandbox.start()) },
    keepOutOfLogs: redactor.keep,
    broadcast(name, state) {
      diagnostics.connectionChanged(state)
      pushes.broadcast(name, state)
    },
    startNotice: notices.add,
    notice: warn
  })
  const data = setUpData({
    settings: { file: settingsFile(userData), reset: () => settings.store.reset() },
    connections: { file: connectionsFile(userData), clear: () => connections.clear() },
    windows: { file: windowsFile(userData) },
    logs: { folder: logFolder(userData) },
    reports: { folder: reportFolder(userData) },
    cache: { folder: userData, sessions: [windowSession, network.session, sessions.defaultSession] },
    windowById: (id) => registry.byId(id)?.browser
  })
  leaving.before(() => connections.dispose())
  leaving.before(() => keychain.dispose())
  leaving.before(() => diagnostics.dispose())
  leaving.before(() => settings.dispose())
  leaving.before(() => sandbox.end())
  return {
    handlers: { settings: settings.handlers, connections: handlers, data, diagnostics: diagnostics.handlers },
    healthTaken: diagnostics.healthTaken,
    /** Called when the windows are there: what the last session used is used again. */
    async connectAtStart() {
      await connections.connectAtStart()
      marks.set('main', 'connection settled')
    }
  }
}
