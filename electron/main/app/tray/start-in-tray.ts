import { setTimeout as wait } from 'node:timers/promises'
import type { Settings } from '#shared/contract/app/settings'

interface StartInTrayParts {
  readonly platform: string
  readonly preference: () => Settings['lastWindow']
  readonly isTrayAvailable: () => Promise<boolean>
  readonly hasWindows: () => boolean
  readonly openMinimized: () => void
  /** Milliseconds between questions. */
  readonly pause?: number
}

const questions = 10

/**
 * At login the desktop may offer its tray later than it starts Leadline. Without a tray, or if the user wants none,
 * the windows are minimized, so that they can be found.
 */
export async function startInTray(parts: StartInTrayParts): Promise<void> {
  const { platform, preference, isTrayAvailable, hasWindows, openMinimized, pause = 1000 } = parts
  if (platform === 'darwin') return
  for (let asked = 0; asked < questions && preference() !== 'quit'; asked++) {
    if (await isTrayAvailable()) return
    await wait(pause)
    if (hasWindows()) return
  }
  if (!hasWindows()) openMinimized()
}
