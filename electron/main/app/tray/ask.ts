import { dialog, type BrowserWindow } from 'electron'
import { armedSentence } from './closing'

export interface Answer {
  readonly then: 'stay' | 'quit' | 'keep'
  /** The same from now on, without a question. */
  readonly always: boolean
}

export async function askTray(parent: BrowserWindow, armed: number): Promise<Answer> {
  const { response, checkboxChecked } = await dialog.showMessageBox(parent, {
    type: 'question',
    title: 'Leadline',
    message: `${armedSentence(armed)}.`,
    detail:
      'Alerts work only while Leadline runs. It can go on without a window, in the tray: its icon there opens the desk again.',
    buttons: ['Keep running in tray', 'Quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    checkboxLabel: 'Don’t ask again',
    noLink: true
  })
  const then = (['stay', 'quit'] as const)[response] ?? 'keep'
  return { then, always: checkboxChecked && then !== 'keep' }
}

/** Where there is no tray: whether it is to end. */
export async function askEnd(parent: BrowserWindow, armed: number): Promise<Answer> {
  const alerts = armed === 1 ? 'its armed alert' : `its ${armed} armed alerts`
  const { response } = await dialog.showMessageBox(parent, {
    type: 'warning',
    title: 'Leadline',
    message: `Closing the last window ends Leadline, and ${alerts} with it.`,
    detail:
      'This desktop has no tray in which Leadline could go on. Minimise the window to keep alerts working.',
    buttons: ['Keep it open', 'Close'],
    defaultId: 0,
    cancelId: 0,
    noLink: true
  })
  return { then: response === 1 ? 'quit' : 'keep', always: false }
}
