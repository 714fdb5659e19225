import type { AlertSound } from '#shared/contract/market/alerts'
import type { OpenWindow, WindowRegistry } from '../../workspace/windows/registry'

interface SoundPorts {
  readonly registry: Pick<WindowRegistry, 'all'>
  readonly allowed: () => boolean
  readonly tell: (windowId: string, sound: AlertSound) => void
  /** Where no window is open. */
  readonly alone: (sound: AlertSound) => void
  readonly now: () => number
}

/** What fires together sounds once. */
const together = 400

/** Has one window make the sound: the one in use, else one that can be seen, else any. */
export class AlertSounds {
  #lastAt = -Infinity

  constructor(private readonly ports: SoundPorts) {}

  play(sound: AlertSound): void {
    const { registry, allowed, tell, alone, now } = this.ports
    if (sound === 'none' || !allowed() || now() - this.#lastAt < together) return
    this.#lastAt = now()
    const window = chosen(registry.all)
    if (window) tell(window.id, sound)
    else alone(sound)
  }
}

const chosen = (windows: readonly OpenWindow[]): OpenWindow | undefined =>
  windows.find(({ browser }) => browser.isFocused()) ??
  windows.find(({ browser }) => browser.isVisible() && !browser.isMinimized()) ??
  windows[0]
