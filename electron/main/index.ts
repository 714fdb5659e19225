import { app } from 'electron'
import type { HealthFrame } from '../shared/contract/feed'
import { setUpApp } from './about/app-handlers'
import { setUpMainFaults } from './crash/main-faults'
import { views } from '../shared/contract/views'
import { setUpFeatures } from './features'
import { setUpCalls } from './ipc/calls'
import { setUpLinks } from './links'
import { setUpLog } from './logs'
import { setUpMenu } from './menu'
import { setUpNoDictionaries } from './network/dictionaries'
import { declareScheme, setUpProtocol } from './protocol'
import { isOwnAddress, origin, soundPage, startPage } from './protocol/origin'
import { setUpContentsSecurity } from './security/contents'
import { setUpWindowSession } from './security/session'
import { targetsWritable, writeAndEnd } from './shot'
import { developmentServer } from './start/development'
import { logFolder, rendererFolder, reportFolder, windowsFile } from './start/folders'
import { setUpLeaving } from './start/leave'
import { createMarks } from './start/marks'
import { createNotices } from './start/notices'
import { readOptions } from './start/options'
import { setUpUserData } from './start/set-user-data'
import { isFirstInstance } from './start/single-instance'
import { setUpSwitches } from './start/switches'
import { setUpWindows } from './windows'
import { readKeptWindows } from './windows/kept'
import { setUpWindowCalls } from './windows/window-handlers'

const options = readOptions(process.argv, process.cwd())
const notices = createNotices()
const userData = setUpUserData(options, notices)
const marks = createMarks()
marks.set('main', 'process start', performance.timeOrigin)
const { log, redactor } = setUpLog(logFolder(userData))
setUpMainFaults({ folder: reportFolder(userData), redactor, marks, log })
const links = setUpLinks({
  app,
  platform: process.platform,
  words: process.argv.slice(1),
  views,
  warn: (text) => log.part('links').warn(text)
})
setUpSwitches(options)
setUpNoDictionaries()
declareScheme()

if (targetsWritable(options) && isFirstInstance(options)) void app.whenReady().then(start)

async function start() {
  marks.set('main', 'app ready')
  const leaving = setUpLeaving()
  const server = developmentServer()
  const own = server ?? origin
  setUpContentsSecurity(log, (address) => isOwnAddress(address, own))
  const session = await setUpWindowSession(log, server)
  setUpProtocol(session, rendererFolder(), log)

  const kept = await readKeptWindows(windowsFile(userData))
  if (kept.notice) notices.add(kept.notice)
  let hearHealth = (health: HealthFrame) => health
  let onLastClosed = (): 'quit' | 'stay' => 'quit'
  const windows = setUpWindows({
    session,
    kept,
    marks,
    log,
    page: server ?? startPage,
    onHealth: (health) => hearHealth(health),
    onLastClosed: () => onLastClosed()
  })
  const { registry, pushes, feeds } = windows
  const features = await setUpFeatures({
    userData,
    windowSession: session,
    soundPage: server === null ? soundPage : `${server}/sound.html`,
    windows,
    notices,
    leaving,
    marks,
    redactor,
    log
  })
  hearHealth = features.healthTaken
  onLastClosed = features.onLastClosed

  setUpMenu(windows)
  const appCalls = setUpApp({ windows: registry, pushes, feeds, marks, notices, log })
  const handlers = {
    app: appCalls,
    windows: setUpWindowCalls(registry, pushes, features.workspaces),
    ...features.handlers
  }
  setUpCalls(handlers, registry, own, log)

  // First of all: what a service needs to answer passes while the windows are made.
  const connected = features.connectAtStart()
  features.workspaces.restoreWindows(kept.atStart.windows)
  links.handTo({
    open: (link) => pushes.tell(registry.deskInFront().id, 'links.open', link),
    refuse: (sentence) => pushes.tell(registry.deskInFront().id, 'app.notice', { sentence, kind: 'warning' })
  })
  await writeAndEnd({
    options,
    windows: registry,
    marks,
    settled: connected,
    expectsLive: features.hasMarkets,
    leave: leaving.leave
  })
}
