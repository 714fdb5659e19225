import type { AfterStartup } from '../../base/startup/after-startup'
import type { CurrentSettings } from '../../base/current-settings'
import { Emitter, type Disposable } from '#shared/domain/base/emitter'
import { isTrayAvailable } from './available'
import { closingSentence } from './closing'

interface OnLastWindowParts {
  readonly settings: CurrentSettings
  readonly afterStartup: Pick<AfterStartup, 'after'>
}

export interface OnLastWindow extends Disposable {
  readonly sentence: () => string
  readonly hasTray: () => boolean
  /** Asks the desktop. */
  readonly checkTray: () => Promise<boolean>
  readonly onChange: Emitter['on']
}

const { platform } = process
const limit = 1500

export function setUpOnLastWindow({ settings, afterStartup }: OnLastWindowParts): OnLastWindow {
  const changed = new Emitter()
  let hasTray = platform !== 'linux'
  const checkTray = async () => {
    const found = await isTrayAvailable({ platform, environment: process.env, limit })
    if (found !== hasTray) {
      hasTray = found
      changed.fire()
    }
    return found
  }
  // Delayed, because it starts a process.
  afterStartup.after(() => void checkTray())
  settings.onChange(() => changed.fire())
  return {
    sentence: () => closingSentence({ platform, tray: hasTray, preference: settings.now().lastWindow }),
    hasTray: () => hasTray,
    checkTray,
    onChange: changed.on,
    dispose: () => changed.dispose()
  }
}
