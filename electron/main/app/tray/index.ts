import { app, type BrowserWindow } from 'electron'
import type { Settings } from '#shared/contract/app/settings'
import type { AfterStartup } from '../../base/startup/after-startup'
import type { WindowRegistry } from '../../workspace/windows/registry'
import { askEnd, askTray } from './ask'
import { isTrayAvailable } from './available'
import { closingSentence } from './closing'
import { TrayIcon, type TrayShown } from './icon'
import { LastWindow } from './last-window'

interface TrayDependencies {
  readonly registry: WindowRegistry
  readonly settings: () => Settings
  readonly remember: (wish: Settings['lastWindow']) => void
  readonly now: () => TrayShown
  /** What closing the last window does is another matter now. */
  readonly changed: () => void
  /** For what nobody waits for at the start. */
  readonly afterStartup: Pick<AfterStartup, 'after'>
}

export interface TrayDesk {
  /** What the end of the last window means: asked when it has closed. */
  readonly onLastClosed: () => 'quit' | 'stay'
  /** What closing the last window does here, in one sentence. */
  readonly closing: () => string
  /** Something that the icon tells, or whether there is one, has changed. */
  readonly settle: () => void
  readonly dispose: () => void
}

const limit = 1500

/** Keeps Leadline going without a window where the person wants that, with an icon in the tray as the way back. */
export function setUpTray({
  registry,
  settings,
  remember,
  now,
  changed,
  afterStartup
}: TrayDependencies): TrayDesk {
  const { platform } = process
  let available = platform !== 'linux'
  let ended = false
  const icon = new TrayIcon({
    open: () => {
      const window = registry.focused
      if (window) registry.bringToFront(window)
      else registry.restoreAll([])
    },
    quit: () => app.quit()
  })
  const settle = () => {
    if (ended || platform === 'darwin') return
    if (available && settings().lastWindow !== 'quit') icon.show(now())
    else icon.hide()
  }
  const look = async () => {
    const found = await isTrayAvailable({ platform, environment: process.env, limit })
    if (found !== available && !ended) {
      available = found
      settle()
      changed()
    }
    return found
  }
  const last = new LastWindow({
    platform,
    wish: () => settings().lastWindow,
    armed: () => now().armed,
    isTrayAvailable: look,
    askTray,
    askEnd,
    remember,
    isLast: (browser, isLeaving) => {
      const left = registry.all.filter((window) => !isLeaving(window.browser))
      return left.length === 1 && left[0]?.browser === browser
    },
    quitting: () => registry.quitting,
    stays: settle
  })
  const follow = (_event: Electron.Event, browser: BrowserWindow) => last.follow(browser)
  for (const { browser } of registry.all) last.follow(browser)
  app.on('browser-window-created', follow)
  // It starts a process, and holds main up for as long as that takes.
  afterStartup.after(() => void look())
  settle()
  return {
    onLastClosed: () => last.next,
    closing: () => closingSentence({ platform, tray: available, wish: settings().lastWindow }),
    settle,
    dispose() {
      ended = true
      app.off('browser-window-created', follow)
      icon.hide()
    }
  }
}
