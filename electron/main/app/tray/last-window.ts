import type { BrowserWindow } from 'electron'
import type { Settings } from '#shared/contract/app/settings'
import type { Answer } from './ask'
import { isClear, outcomeOf } from './closing'

export interface LastWindowPorts {
  readonly platform: string
  readonly preference: () => Settings['lastWindow']
  readonly armed: () => number
  readonly isTrayAvailable: () => Promise<boolean>
  readonly askTray: (parent: BrowserWindow, armed: number) => Promise<Answer>
  readonly askEnd: (parent: BrowserWindow, armed: number) => Promise<Answer>
  /** The user does not want to be asked again. */
  readonly remember: (preference: Settings['lastWindow']) => void
  /** Whether no other window shows something of the desk; one that is leaving already shows nothing any more. */
  readonly isLast: (browser: BrowserWindow, isLeaving: (other: BrowserWindow) => boolean) => boolean
  readonly quitting: () => boolean
  /** The last window closes, and Leadline goes on. */
  readonly stays: () => void
}

/** Decides whether Leadline quits before the last window closes, and asks the user where the settings leave it open. */
export class LastWindow {
  /** The effect of closing all windows. */
  next: 'quit' | 'stay'
  #asking = false
  #allowed: BrowserWindow | null = null
  /** Closing takes a while, so windows that are closed together would each see others open. */
  readonly #leaving = new WeakSet<BrowserWindow>()

  constructor(private readonly ports: LastWindowPorts) {
    this.next = ports.platform === 'darwin' ? 'stay' : 'quit'
  }

  /** Listens to `close` before any other listener. */
  follow(browser: BrowserWindow): void {
    browser.prependListener('close', (event: Electron.Event) => {
      const { ports } = this
      if (ports.quitting() || this.#allowed === browser) return
      if (!ports.isLast(browser, (other) => this.#leaving.has(other))) {
        this.#leaving.add(browser)
        // A later listener may keep it open.
        setImmediate(() => event.defaultPrevented && this.#leaving.delete(browser))
        return
      }
      const now = { platform: ports.platform, preference: ports.preference(), armed: ports.armed() }
      if (isClear(now)) return this.#decide(outcomeOf({ ...now, tray: true }) === 'stay' ? 'stay' : 'quit')
      event.preventDefault()
      if (this.#asking) return
      this.#asking = true
      void this.#ask(browser).finally(() => (this.#asking = false))
    })
  }

  async #ask(browser: BrowserWindow): Promise<void> {
    const { ports } = this
    const tray = await ports.isTrayAvailable()
    const armed = ports.armed()
    const outcome = outcomeOf({ platform: ports.platform, preference: ports.preference(), armed, tray })
    if (browser.isDestroyed()) return
    const answer =
      outcome === 'ask-tray'
        ? await ports.askTray(browser, armed)
        : outcome === 'ask-end'
          ? await ports.askEnd(browser, armed)
          : { then: outcome, always: false }
    if (answer.then === 'keep' || browser.isDestroyed()) return
    if (answer.always) ports.remember(answer.then === 'stay' ? 'tray' : 'quit')
    this.#decide(answer.then)
    this.#allowed = browser
    browser.close()
  }

  #decide(then: 'quit' | 'stay'): void {
    this.next = then
    if (then === 'stay') this.ports.stays()
  }
}
