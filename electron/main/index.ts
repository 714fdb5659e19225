import inspector from 'node:inspector'
import { setTimeout as pause } from 'node:timers/promises'
import { app } from 'electron'
import { systemClock } from '#engine/base/clock'
import { openProfileFile, usedAtStart } from '#engine/connection/profile-file'
import { takeLastPictures } from '#engine/workspace/last-pictures'
import { localSandboxId } from '#shared/contract/connection/connections'
import { setUpApp } from './app/app'
import { setUpMainFaults } from './app/crash/main-faults'
import { views } from '#shared/contract/workspace/views'
import { startText } from '#shared/messages/app-process'
import type { AllHandlers } from './base/ipc/answer'
import { setUpCalls } from './base/ipc/calls'
import { setUpLinks } from './app/links'
import { setUpLog } from './base/logs'
import { setUpOpenedFiles } from './app/opened-files'
import { filesAmong } from './app/opened-files/arguments'
import { setUpLogin, startsQuietly } from './app/login'
import { setUpMenu, setUpNoMenu } from './app/menu'
import { setUpNoDictionaries } from './connection/network/dictionaries'
import { declareScheme, setUpProtocol } from './base/protocol'
import { isOwnAddress, origin, soundPage, startPage, targetsPage } from './base/protocol/origin'
import { setUpContentsSecurity } from './base/security/contents'
import { setUpWindowSession } from './base/security/session'
import { setUpSandbox } from './connection/sandbox'
import type { SandboxKeeper } from './connection/sandbox/keeper'
import { setUpSettings } from './app/settings'
import { contentToPicture, isPossible, writeAndEnd } from './app/screenshot'
import { createAfterStartup } from './base/startup/after-startup'
import { developmentServer } from './app/start/development'
import { ignoreDebugging, ignoreWeakening } from './app/start/environment'
import {
  connectionsFile,
  lastPicturesFolder,
  logFolder,
  rendererFolder,
  reportFolder,
  settingsFile,
  windowsFile,
  templatesFile,
  workspacesFile
} from './base/startup/folders'
import { setUpShutdown } from './app/start/shutdown'
import { createMarks } from './base/startup/marks'
import { UnsavedFiles } from './base/unsaved-files'
import { createNotices } from './app/start/notices'
import { readOptions } from './app/start/options'
import { setUpUserData } from './app/start/set-user-data'
import { tidyDataFolder } from './app/start/tidy'
import { isFirstInstance } from './app/start/single-instance'
import { setUpSwitches } from './app/start/switches'
import { setUpWindows } from './workspace/windows'
import { showsMarkets } from './workspace/windows/content'
import { LastPictures } from './workspace/windows/last-pictures'
import { readSavedWindows } from './workspace/windows/saved-windows'
import { setUpWindowCalls } from './workspace/windows/window-handlers'
import { setUpWorkspaces } from './workspace'

/** For a page that does not load, in milliseconds. */
const maxScriptsWait = 1000

const options = readOptions(process.argv, process.cwd())
if (options.print) {
  const { version, usage } = startText
  process.stdout.write(`${options.print === 'usage' ? usage : version(app.getVersion())}\n`)
  process.exit(0)
}
const notices = createNotices()
const ignored = [
  ...ignoreWeakening(process.env, app.commandLine),
  // Tests drive a package through the inspector, which its fuse has to allow.
  ...(app.isPackaged && inspector.url() === undefined ? ignoreDebugging(app.commandLine) : [])
]
const userData = setUpUserData(options, notices)
const marks = createMarks()
marks.set('main', 'process start', performance.timeOrigin)
const { log, redactor } = setUpLog(logFolder(userData))
for (const sentence of ignored) {
  notices.add(sentence)
  log.part('start').warn(sentence)
}
setUpMainFaults({ folder: reportFolder(userData), redactor, marks, log })
const links = setUpLinks({
  app,
  platform: process.platform,
  args: process.argv.slice(1),
  views,
  warn: (text) => log.part('links').warn(text)
})
const files = filesAmong(process.argv.slice(1), process.cwd(), app.getAppPath())
const openedFiles = setUpOpenedFiles(app, files)
setUpSwitches(options)
setUpNoDictionaries()
declareScheme()
setUpNoMenu()

if (isPossible(options) && isFirstInstance(options, files)) {
  const sandbox = setUpSandbox({
    rate: options.sandboxRate,
    log: (text) => log.part('sandbox').warn(text),
    spawned: () => marks.set('sandbox', 'started')
  })
  sandbox.onChange((description) => description && marks.set('sandbox', 'ready'))
  void app.whenReady().then(() => start(sandbox))
}

async function start(sandbox: SandboxKeeper) {
  marks.set('main', 'app ready')
  const shutdown = setUpShutdown(app)
  const server = developmentServer()
  const own = server ?? origin
  setUpContentsSecurity(log, (address) => isOwnAddress(address, own))
  const unsaved = new UnsavedFiles()
  const storeOf = (file: string) => ({ file, onSaveStateChange: unsaved.of(file) })
  const [session, kept, profiles, lastPictures] = await Promise.all([
    setUpWindowSession(log, server),
    readSavedWindows(storeOf(windowsFile(userData))),
    openProfileFile(storeOf(connectionsFile(userData))),
    takeLastPictures(lastPicturesFolder(userData))
  ])
  const pictures = new LastPictures(lastPictures)
  const scripts = setUpProtocol(session, rendererFolder(), log, pictures)
  shutdown.register(kept)
  if (kept.notice) notices.add(kept.notice)
  const windows = setUpWindows({
    session,
    kept,
    pictures,
    pictureFolder: lastPicturesFolder(userData),
    marks,
    log,
    page: server ?? startPage
  })
  const { registry, pushes, feeds } = windows
  unsaved.onChange(() => pushes.broadcast('app.unsaved', unsaved.reasons))
  app.on('second-instance', (_event, args, folder) => {
    const { newWindow, startInTray } = readOptions(args, folder)
    if (newWindow && registry.all.length > 0) registry.openDesk()
    else if (!startInTray) registry.comeForward()
  })
  const [settings, workspaces] = await Promise.all([
    setUpSettings({
      file: settingsFile(userData),
      unsaved,
      pushes,
      notice: notices.add,
      contents: () => registry.all.map(({ browser }) => browser.webContents),
      browserOf: (id) => registry.byId(id)?.browser
    }),
    setUpWorkspaces({
      file: workspacesFile(userData),
      templatesFile: templatesFile(userData),
      clock: systemClock,
      windows,
      unsaved,
      startNotice: notices.add,
      log: log.part('workspaces')
    })
  ])
  shutdown.register(settings)
  shutdown.register(workspaces)
  shutdown.register(sandbox)
  shutdown.register(profiles)
  const pictured = contentToPicture(options, workspaces)
  const isQuiet = !pictured && startsQuietly(options.startInTray)
  if (isQuiet) workspaces.keepWindowsClosed(kept.atStart.windows)
  else workspaces.restoreWindows(pictured ? [] : kept.atStart.windows, pictured)
  links.setReceiver({
    open: (link) => pushes.send(registry.deskInFront().id, 'links.open', link),
    refuse: (sentence) => pushes.send(registry.deskInFront().id, 'app.notice', { sentence, kind: 'warning' })
  })

  setUpMenu(windows)
  const afterStartup = createAfterStartup(marks, (id) => {
    const content = registry.byId(id)?.content
    return content !== undefined && showsMarkets(content)
  })
  shutdown.register(afterStartup)
  afterStartup.after(() => void tidyDataFolder(userData))
  const load = async () => {
    // Windows start faster alone, and need the rest later.
    if (registry.all.length > 0 && server === null) await Promise.race([scripts, pause(maxScriptsWait)])
    // Failures are reported to the connection.
    if (usedAtStart(profiles) === localSandboxId) sandbox.start().catch(() => undefined)
    const { setUpFeatures } = await import('./features')
    marks.set('main', 'features loaded')
    return setUpFeatures({
      userData,
      windowSession: session,
      alertPages: {
        sound: server === null ? soundPage : `${server}/sound.html`,
        targets: server === null ? targetsPage : `${server}/targets.html`,
        async openTargetsSession() {
          const own = await setUpWindowSession(log, server, 'targets')
          void setUpProtocol(own, rendererFolder(), log)
          return own
        }
      },
      windows,
      settings,
      workspaces,
      profiles,
      sandbox,
      notices,
      unsaved,
      updateSource: options.updateSource,
      shutdown,
      marks,
      afterStartup,
      redactor,
      log
    })
  }
  const loading = load()
  const handlers = loading.then((ready): AllHandlers => ({
    app: setUpApp({ windows: registry, guard: windows.guard, pushes, feeds, marks, notices, unsaved, log }),
    windows: setUpWindowCalls(windows, workspaces),
    settings: settings.handlers,
    login: setUpLogin(),
    workspaces: workspaces.handlers,
    templates: workspaces.templates.handlers,
    ...ready.handlers
  }))
  setUpCalls(handlers, registry, own, log)
  const features = await loading
  marks.set('main', 'features set up')
  if (isQuiet) void features.startInTray()
  openedFiles.setReceiver({
    open: workspaces.openFile,
    onFailure: (problem) => log.part('workspaces').error('A file could not be opened', problem)
  })
  await writeAndEnd({
    options,
    windows: registry,
    marks,
    settled: features.connectAtStart(),
    expectsLive: features.usesMarkets,
    exit: shutdown.exit
  })
}
