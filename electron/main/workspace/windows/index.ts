import { app, type Session } from 'electron'
import type { Log } from '#engine/base/log/index'
import { Emitter } from '#shared/domain/base/emitter'
import { pushChannel } from '#shared/contract/index'
import { watchWindow } from './dead-window'
import { Feeds } from '../../market/feed/feeds'
import { Pushes } from '../../base/ipc/pushes'
import type { Marks } from '../../base/startup/marks'
import { createWindow } from './create'
import { debounce } from './debounce'
import { systemDisplays } from './displays'
import { Ending } from './ending'
import type { LastPictures } from './last-pictures'
import type { SavedWindows } from './saved-windows'
import type { Displays } from './geometry'
import { onReadyToShow } from './ready-to-show'
import { PanelGuard } from './panel-guard'
import { WindowRegistry, type OpenWindow } from './registry'

export interface Windows {
  readonly registry: WindowRegistry
  readonly pushes: Pushes
  readonly feeds: Feeds
  readonly displays: Displays
  readonly guard: PanelGuard
  readonly ending: Ending
  /** The windows that `open` opens. */
  readonly openMinimized: (open: () => void) => void
  readonly onWindowOpen: Emitter<OpenWindow>['on']
  /** A window closed or reloaded. */
  readonly onWindowGone: Emitter<string>['on']
}

interface WindowOptions {
  readonly session: Session
  readonly kept: SavedWindows
  readonly pictures: LastPictures
  /** For the pictures of the next start. */
  readonly pictureFolder: string
  readonly marks: Marks
  readonly log: Log
  readonly page: string
}

export function setUpWindows(options: WindowOptions): Windows {
  const { session, kept, pictures, pictureFolder, marks, log, page } = options
  const pushes = new Pushes((id, name, value) => {
    const contents = registry.byId(id)?.browser.webContents
    if (contents && !contents.isDestroyed()) contents.send(pushChannel(name), value)
  })
  const feeds = new Feeds(log)
  const windowOpened = new Emitter<OpenWindow>()
  const windowGone = new Emitter<string>()
  const saving = debounce(() => kept.save(registry.kept(), guard.kept))
  const guard = new PanelGuard(kept.panelsAtStart, () => saving.soon())
  const settling = debounce(() => registry.displaysSettled())
  const registry: WindowRegistry = new WindowRegistry({
    displays: systemDisplays,
    kept: kept.atStart,
    create: (wanted) => {
      const browser = createWindow(wanted, session)
      marks.set(wanted.id, 'created')
      return browser
    },
    onChange: saving.soon,
    onOpen(window) {
      startWindow(window)
      windowOpened.fire(window)
    },
    onClose({ id }) {
      pushes.close(id)
      guard.closed(id)
      feeds.close(id)
      windowGone.fire(id)
    }
  })

  const ending = new Ending({
    folder: pictureFolder,
    registry,
    pushes,
    onFailure: (problem) => log.warn('A window was not pictured', problem)
  })

  let isMinimized = false
  const startWindow = (window: OpenWindow) => {
    const { id, browser } = window
    pushes.open(id)
    const stopped = {
      stops: () => guard.stops(id),
      answers: () => guard.answers(),
      leaveOut: (panel: string) => guard.leaveOut(panel)
    }
    watchWindow(browser, stopped, log.part(id))
    const show = isMinimized ? () => browser.minimize() : () => browser.show()
    onReadyToShow(browser, process.env, () => {
      show()
      marks.set(id, 'shown')
    })
    // A new load starts over: its pushes wait, and it gets a new port.
    browser.webContents.on('did-start-navigation', (details) => {
      if (!details.isMainFrame || details.isSameDocument) return
      pushes.open(id)
      feeds.close(id)
      guard.closed(id)
      windowGone.fire(id)
    })
    browser.webContents.on('render-process-gone', () => feeds.close(id))
    ending.follow(window)
    browser
      .loadURL(pictures.pageOf(page, window))
      .catch((problem: unknown) => browser.isDestroyed() || log.error('A window could not load', problem))
  }

  const stopDisplays = systemDisplays.onChange(() => {
    registry.displaysChanged()
    settling.soon()
  })

  app.on('before-quit', () => registry.startQuitting())
  app.on('will-quit', () => {
    stopDisplays()
    saving.cancel()
    settling.cancel()
    try {
      kept.saveNow(registry.kept(), guard.kept)
    } catch (problem) {
      log.error('The window layout was not saved', problem)
    }
  })
  app.on('activate', () => {
    if (registry.all.length === 0) registry.restoreAll([])
  })
  return {
    registry,
    pushes,
    feeds,
    displays: systemDisplays,
    guard,
    ending,
    openMinimized(open) {
      isMinimized = true
      open()
      isMinimized = false
    },
    onWindowOpen: windowOpened.on,
    onWindowGone: windowGone.on
  }
}
