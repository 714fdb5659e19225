import type { Settings } from '#shared/contract/app/settings'
import { trayText } from '#shared/messages/app-process'

/** The conditions when the last window is about to close. */
interface Closing {
  readonly platform: string
  /** Whether this desktop has a tray. */
  readonly tray: boolean
  readonly preference: Settings['lastWindow']
  readonly armed: number
}

/** `ask-tray`: whether to keep running in the tray or to quit; `ask-end`: whether to quit, where there is no tray. */
type Outcome = 'quit' | 'stay' | 'ask-tray' | 'ask-end'

export function outcomeOf({ platform, tray, preference, armed }: Closing): Outcome {
  // There an app without windows is usual: it stays in the Dock.
  if (platform === 'darwin') return 'stay'
  if (preference === 'quit') return 'quit'
  if (tray && preference === 'tray') return 'stay'
  if (armed === 0) return 'quit'
  return tray ? 'ask-tray' : 'ask-end'
}

/** Whether the outcome is the same with and without a tray. */
export const isClear = (closing: Omit<Closing, 'tray'>): boolean =>
  outcomeOf({ ...closing, tray: true }) === outcomeOf({ ...closing, tray: false })

/** Describes what closing the last window will do. */
export function closingSentence(closing: Omit<Closing, 'armed'>): string {
  const text = trayText.closing
  switch (outcomeOf({ ...closing, armed: 1 })) {
    case 'stay':
      return closing.platform === 'darwin' ? text.staysInDock : text.staysInTray
    case 'quit':
      return text.quits
    case 'ask-tray':
      return text.asksForTray
    case 'ask-end':
      return text.asksToQuit
  }
}
