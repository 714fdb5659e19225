import type { Settings } from '#shared/contract/app/settings'
import { trayText } from '#shared/messages/app-process'

interface Closing {
  readonly platform: string
  readonly tray: boolean
  readonly preference: Settings['lastWindow']
  readonly armed: number
}

/** `ask-tray`: tray or quit; `ask-end`: quit or cancel, without a tray. */
type Outcome = 'quit' | 'stay' | 'ask-tray' | 'ask-end'

export function outcomeOf({ platform, tray, preference, armed }: Closing): Outcome {
  // On macOS an app without windows stays in the Dock.
  if (platform === 'darwin') return 'stay'
  if (preference === 'quit') return 'quit'
  if (tray && preference === 'tray') return 'stay'
  if (armed === 0) return 'quit'
  return tray ? 'ask-tray' : 'ask-end'
}

/** Whether the outcome does not depend on the tray. */
export const isClear = (closing: Omit<Closing, 'tray'>): boolean =>
  outcomeOf({ ...closing, tray: true }) === outcomeOf({ ...closing, tray: false })

/** Describes the effect of closing the last window. */
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
