import { app, type BrowserWindow } from 'electron'
import type { Settings } from '#shared/contract/app/settings'
import type { Connections } from '#engine/connection/index'
import type { Disposable, Emitter } from '#shared/domain/base/emitter'
import type { CurrentSettings } from '../../base/current-settings'
import type { WindowRegistry } from '../../workspace/windows/registry'
import { askEnd, askTray } from './ask'
import { TrayIcon } from './icon'
import { LastWindow } from './last-window'
import type { OnLastWindow } from './on-last-window'
import { setUpWindowAllClosed } from './window-all-closed'

interface TrayParts {
  readonly registry: WindowRegistry
  readonly settings: CurrentSettings
  readonly remember: (preference: Settings['lastWindow']) => void
  readonly alerts: { readonly armed: () => number; readonly onChange: Emitter['on'] }
  readonly connections: Pick<Connections, 'read' | 'onChange'>
  readonly onLastWindow: OnLastWindow
}

export function setUpTray(parts: TrayParts): Disposable {
  const { registry, settings, remember, alerts, connections, onLastWindow } = parts
  const { platform } = process
  const icon = new TrayIcon({
    open: () => {
      const window = registry.focused
      if (window) registry.bringToFront(window)
      else registry.restoreAll([])
    },
    quit: () => app.quit()
  })
  const update = () => {
    if (platform === 'darwin') return
    if (onLastWindow.hasTray() && settings.now().lastWindow !== 'quit')
      icon.show({ armed: alerts.armed(), connection: connections.read().status.sentence })
    else icon.hide()
  }
  const last = new LastWindow({
    platform,
    preference: () => settings.now().lastWindow,
    armed: alerts.armed,
    isTrayAvailable: onLastWindow.checkTray,
    askTray,
    askEnd,
    remember,
    isLast: (browser, isLeaving) => {
      const left = registry.all.filter((window) => !isLeaving(window.browser))
      return left.length === 1 && left[0]?.browser === browser
    },
    quitting: () => registry.quitting,
    stays: update
  })
  const follow = (_event: Electron.Event, browser: BrowserWindow) => last.follow(browser)
  for (const { browser } of registry.all) last.follow(browser)
  app.on('browser-window-created', follow)
  setUpWindowAllClosed(app, () => last.next)
  const unsubscribe = [onLastWindow, alerts, connections].map(({ onChange }) => onChange(update))
  update()
  return {
    dispose() {
      app.off('browser-window-created', follow)
      for (const each of unsubscribe) each()
      icon.hide()
    }
  }
}
