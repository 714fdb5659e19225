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
  readonly remember: (preference: Settings['lastWindow']) => void
  /** Whether no other open window shows the desk. */
  readonly isLast: (browser: BrowserWindow, isLeaving: (other: BrowserWindow) => boolean) => boolean
  readonly quitting: () => boolean
  /** The last window closes and Leadline keeps running. */
  readonly stays: () => void
}

/** Decides whether closing the last window quits Leadline, and asks if the settings say so. */
export class LastWindow {
  /** The effect of closing all windows. */
  next: 'quit' | 'stay'
  #asking = false
  #allowed: BrowserWindow | null = null
  /** Windows that close together would each see the others as open. */
  readonly #leaving = new WeakSet<BrowserWindow>()

  constructor(private readonly ports: LastWindowPorts) {
    this.next = ports.platform === 'darwin' ? 'stay' : 'quit'
  }

  /** Must be the first `close` listener. */
  follow(browser: BrowserWindow): void {
    browser.prependListener('close', (event: Electron.Event) => {
      const { ports } = this
      if (ports.quitting() || this.#allowed === browser) return
      if (!ports.isLast(browser, (other) => this.#leaving.has(other))) {
        this.#leaving.add(browser)
        // A later listener may prevent closing.
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
