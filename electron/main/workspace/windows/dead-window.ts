import { dialog, type BrowserWindow } from 'electron'
import type { Log } from '#engine/base/log/index'
import type { RestoringPanel } from './panel-guard'
import { workspaceText } from '#shared/messages/workspace'

const { window: texts } = workspaceText

interface StoppedWindow {
  /** The panel being shown when the window stopped, if known. */
  readonly stops: () => RestoringPanel | null
  readonly answers: () => void
  readonly leaveOut: (panel: string) => void
}

/** Offers to reload a window whose page has crashed or hangs. */
export function watchWindow(browser: BrowserWindow, guard: StoppedWindow, log: Log): void {
  let question: AbortController | null = null
  let isReloading = false

  const ask = async (
    message: string,
    messageShowing: (panel: string) => string,
    leave: string,
    onLeave: () => void
  ) => {
    if (question) return
    const own = new AbortController()
    question = own
    const restoring = guard.stops()
    const { response } = await dialog.showMessageBox(browser, {
      type: 'warning',
      title: 'Leadline',
      message: restoring ? messageShowing(restoring.name) : message,
      detail: restoring ? texts.reloadWithoutDetail : texts.reloadDetail,
      buttons: [restoring ? texts.reloadWithout : texts.reload, leave],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
      signal: own.signal
    })
    if (question === own) question = null
    if (own.signal.aborted || browser.isDestroyed()) return
    if (response !== 0) return onLeave()
    if (restoring) guard.leaveOut(restoring.panel)
    reload()
  }
  /** The hanging process must end before a new page loads. */
  const reload = () => {
    const { webContents } = browser
    if (webContents.isCrashed()) return webContents.reload()
    isReloading = true
    webContents.forcefullyCrashRenderer()
  }
  const withdraw = () => {
    question?.abort()
    question = null
  }

  browser.webContents.on('render-process-gone', (_event, details) => {
    if (isReloading) {
      isReloading = false
      return browser.webContents.reload()
    }
    if (details.reason === 'clean-exit') return
    log.error('The page of a window is gone', details)
    withdraw()
    void ask(texts.crashed, texts.crashedShowing, texts.close, () => browser.close()).catch(
      (problem: unknown) => log.error('No reload could be offered', problem)
    )
  })
  browser.on('unresponsive', () => {
    log.warn('A window does not answer')
    void ask(texts.hangs, texts.hangsShowing, texts.wait, () => {}).catch((problem: unknown) =>
      log.error('No reload could be offered', problem)
    )
  })
  browser.on('responsive', () => {
    guard.answers()
    withdraw()
  })
  browser.on('closed', withdraw)
}
