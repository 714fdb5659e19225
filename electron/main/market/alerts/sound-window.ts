import { BrowserWindow, type Session } from 'electron'
import type { AlertSound } from '#shared/contract/market/alerts'
import { webPreferences } from '../../base/security/web-preferences'

const idleFor = 2500

/** Plays sounds while no desk window is open: invisible, without calls, closed when unused. */
export class SoundWindow {
  #browser: BrowserWindow | null = null
  #idle: NodeJS.Timeout | undefined
  #count = 0

  constructor(
    private readonly session: Session,
    private readonly page: string,
    private readonly failed: (problem: unknown) => void
  ) {}

  play(sound: AlertSound): void {
    const browser = (this.#browser ??= this.#open())
    // The number changes the URL for equal sounds.
    browser.loadURL(`${this.page}#${sound}/${++this.#count}`).catch((problem: unknown) => {
      if (!browser.isDestroyed()) this.failed(problem)
    })
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.dispose(), idleFor)
  }

  dispose(): void {
    clearTimeout(this.#idle)
    this.#browser?.destroy()
    this.#browser = null
  }

  #open(): BrowserWindow {
    const browser = new BrowserWindow({
      show: false,
      width: 200,
      height: 100,
      skipTaskbar: true,
      webPreferences: webPreferences(this.session, { backgroundThrottling: false })
    })
    browser.on('closed', () => {
      if (this.#browser === browser) this.#browser = null
    })
    return browser
  }
}
