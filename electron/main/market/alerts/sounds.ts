import type { AlertSound } from '#shared/contract/market/alerts'
import type { OpenWindow, WindowRegistry } from '../../workspace/windows/registry'

interface SoundPorts {
  readonly registry: Pick<WindowRegistry, 'all'>
  readonly allowed: () => boolean
  readonly play: (windowId: string, sound: AlertSound) => void
  /** If no window is open. */
  readonly alone: (sound: AlertSound) => void
  readonly now: () => number
}

/** Sounds within this time are merged. */
const minGap = 400

/** Plays a sound in one window: the focused one, else a visible one, else any. */
export class AlertSounds {
  #lastAt = -Infinity

  constructor(private readonly ports: SoundPorts) {}

  play(sound: AlertSound): void {
    const { registry, allowed, play, alone, now } = this.ports
    if (sound === 'none' || !allowed() || now() - this.#lastAt < minGap) return
    this.#lastAt = now()
    const window = chosen(registry.all)
    if (window) play(window.id, sound)
    else alone(sound)
  }
}

const chosen = (windows: readonly OpenWindow[]): OpenWindow | undefined =>
  windows.find(({ browser }) => browser.isFocused()) ??
  windows.find(({ browser }) => browser.isVisible() && !browser.isMinimized()) ??
  windows[0]
