import type { Settings } from '#shared/contract/app/settings'

/** The conditions when the last window is about to close. */
interface Closing {
  readonly platform: string
  /** Whether this desktop has a tray. */
  readonly tray: boolean
  readonly preference: Settings['lastWindow']
  readonly armed: number
}

/** `ask-tray`: whether to go on in the tray or to end; `ask-end`: whether to end, since nothing else is possible. */
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
  switch (outcomeOf({ ...closing, armed: 1 })) {
    case 'stay':
      return closing.platform === 'darwin'
        ? 'Without a window Leadline stays in the Dock, and armed alerts go on.'
        : 'Without a window Leadline stays in the tray, and armed alerts go on.'
    case 'quit':
      return 'Closing the last window ends Leadline, and armed alerts with it.'
    case 'ask-tray':
      return 'Closing the last window while alerts are armed asks whether Leadline goes on in the tray.'
    case 'ask-end':
      return 'This desktop has no tray: closing the last window ends Leadline and armed alerts with it. It asks before.'
  }
}

export const armedSentence = (armed: number): string =>
  armed === 0 ? 'No alert is armed' : armed === 1 ? '1 alert is armed' : `${armed} alerts are armed`
