import { rm } from 'node:fs/promises'
import { app } from 'electron'
import { writeLastPicture } from '#engine/workspace/last-pictures'
import type { Pushes } from '../../base/ipc/pushes'
import { showsMarkets } from './content'
import type { OpenWindow, WindowRegistry } from './registry'

/** Closing is not delayed by more, in milliseconds. */
const maxWait = 2000
/** A picture just taken is not taken again, in milliseconds. */
const maxAge = 3000
const quality = 85

interface EndingPorts {
  readonly folder: string
  readonly registry: WindowRegistry
  readonly pushes: Pick<Pushes, 'sendNow'>
  readonly onFailure: (problem: unknown) => void
}

/** Pictures windows before the app quits or its last desk closes, for the first moment of the next start. */
export class Ending {
  #takenAt = -Infinity
  readonly #answers = new Map<string, (isPicturable: boolean) => void>()

  constructor(private readonly ports: EndingPorts) {
    const { registry } = ports
    app.on('before-quit', (event) => {
      // On macOS, a prevented quit cancels the user's log-out.
      if (process.platform === 'darwin' || this.#isTaken || registry.all.length === 0) return
      event.preventDefault()
      void this.#picture(registry.all).finally(() => app.quit())
    })
  }

  /** After other listeners of its `close`, which may keep it open. */
  follow(window: OpenWindow): void {
    const { registry } = this.ports
    window.browser.on('close', (event) => {
      const hasOthers = registry.all.some((each) => each !== window && each.content.kind !== 'frame')
      if (event.defaultPrevented || registry.quitting || this.#isTaken || hasOthers) return
      event.preventDefault()
      void this.#picture([window]).finally(() => window.browser.isDestroyed() || window.browser.close())
    })
  }

  /** The window shows itself as it is to be pictured, or has to be left out. */
  answer(id: string, isPicturable: boolean): void {
    this.#answers.get(id)?.(isPicturable)
  }

  get #isTaken(): boolean {
    return performance.now() - this.#takenAt < maxAge
  }

  async #picture(windows: readonly OpenWindow[]): Promise<void> {
    // Of windows that were closed to the tray.
    await rm(this.ports.folder, { recursive: true, force: true }).catch(this.ports.onFailure)
    const tooLate = new Promise((resolve) => setTimeout(resolve, maxWait))
    await Promise.race([tooLate, Promise.all(windows.map((window) => this.#take(window)))])
    this.#takenAt = performance.now()
    // For those that stay open, because another one did.
    setTimeout(() => {
      for (const { id } of windows) this.ports.pushes.sendNow(id, 'windows.ending', { isEnding: false })
    }, maxAge)
  }

  async #take({ id, key, content, browser }: OpenWindow): Promise<void> {
    if (!showsMarkets(content) || !browser.isVisible() || browser.isMinimized()) return
    try {
      const isPicturable = await new Promise<boolean>((resolve) => {
        this.#answers.set(id, resolve)
        if (!this.ports.pushes.sendNow(id, 'windows.ending', { isEnding: true })) resolve(false)
      })
      if (!isPicturable || browser.isDestroyed()) return
      const [width = 0, height = 0] = browser.getContentSize()
      const picture = await browser.webContents.capturePage()
      await writeLastPicture(this.ports.folder, key, { width, height, jpeg: picture.toJPEG(quality) })
    } catch (problem) {
      this.ports.onFailure(problem)
    } finally {
      this.#answers.delete(id)
    }
  }
}
