import { dialog, type BrowserWindow } from 'electron'
import type { Log } from '../../engine/log'

/** A window whose page has died or hangs is offered a new start; nothing that main holds is lost with it. */
export function watchWindow(browser: BrowserWindow, log: Log): void {
  let question: AbortController | null = null

  const ask = async (message: string, leave: string, onLeave: () => void) => {
    if (question) return
    const own = new AbortController()
    question = own
    const { response } = await dialog.showMessageBox(browser, {
      type: 'warning',
      title: 'Leadline',
      message,
      detail: 'Reloading brings the window back. Your settings, connections and records are not affected.',
      buttons: ['Reload', leave],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
      signal: own.signal
    })
    if (question === own) question = null
    if (own.signal.aborted || browser.isDestroyed()) return
    if (response === 0) browser.webContents.reload()
    else onLeave()
  }
  const withdraw = () => {
    question?.abort()
    question = null
  }

  browser.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return
    log.error('The page of a window is gone', details)
    withdraw()
    void ask('This window has stopped working.', 'Close window', () => browser.close()).catch(
      (problem: unknown) => log.error('No reload could be offered', problem)
    )
  })
  browser.on('unresponsive', () => {
    log.warn('A window does not answer')
    void ask('This window does not answer.', 'Keep waiting', () => {}).catch((problem: unknown) =>
      log.error('No reload could be offered', problem)
    )
  })
  browser.on('responsive', withdraw)
  browser.on('closed', withdraw)
}
