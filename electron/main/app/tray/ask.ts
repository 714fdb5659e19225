import { dialog, type BrowserWindow } from 'electron'
import { trayText } from '#shared/messages/app-process'

export interface Answer {
  readonly then: 'stay' | 'quit' | 'keep'
  /** Don't ask again. */
  readonly always: boolean
}

export async function askTray(parent: BrowserWindow, armed: number): Promise<Answer> {
  const text = trayText.keepRunning
  const { response, checkboxChecked } = await dialog.showMessageBox(parent, {
    type: 'question',
    title: text.title,
    message: text.message(armed),
    detail: text.detail,
    buttons: [text.stay, text.quit, text.cancel],
    defaultId: 0,
    cancelId: 2,
    checkboxLabel: text.always,
    noLink: true
  })
  const then = (['stay', 'quit'] as const)[response] ?? 'keep'
  return { then, always: checkboxChecked && then !== 'keep' }
}

/** Without a tray: whether to quit. */
export async function askEnd(parent: BrowserWindow, armed: number): Promise<Answer> {
  const text = trayText.confirmQuit
  const { response } = await dialog.showMessageBox(parent, {
    type: 'warning',
    title: text.title,
    message: text.message(armed),
    detail: text.detail,
    buttons: [text.keepOpen, text.close],
    defaultId: 0,
    cancelId: 0,
    noLink: true
  })
  return { then: response === 1 ? 'quit' : 'keep', always: false }
}
