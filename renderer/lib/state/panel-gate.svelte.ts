import type { Bridge } from '#shared/contract/index'
import type { WindowStart } from '#shared/contract/app/app'
import { valueOf } from '../client'

interface Waiting {
  readonly panel: string
  readonly name: string
}

/** The time for a panel to show its first figures before the next one is shown. */
const trial = 1500

/** Shows panels all at once, or one by one after this window stopped responding, each announced to main first. */
export class PanelGate {
  #careful = $state(false)
  #stopped = $state.raw<readonly string[]>([])
  #shown = $state.raw<readonly string[]>([])
  readonly #waiting: Waiting[] = []
  #isRunning = false

  constructor(
    private readonly bridge: Bridge,
    private readonly pause: (milliseconds: number) => Promise<void> = (milliseconds) =>
      new Promise((done) => setTimeout(done, milliseconds))
  ) {}

  begin({ careful, stopped }: WindowStart['panels']): void {
    this.#careful = careful
    this.#stopped = stopped
  }

  /** The window stopped responding with it the last time. */
  asks(panel: string): boolean {
    return this.#stopped.includes(panel)
  }

  shows(panel: string): boolean {
    return !this.asks(panel) && (!this.#careful || this.#shown.includes(panel))
  }

  /** Adds a panel; the returned function removes it. */
  enter(panel: string, name: string): () => void {
    if (this.#careful && !this.asks(panel)) this.#add({ panel, name })
    return () => {
      const at = this.#waiting.findIndex((one) => one.panel === panel)
      if (at >= 0) this.#waiting.splice(at, 1)
    }
  }

  /** The user wants to see it anyway, before those that wait. */
  show(panel: string, name: string): void {
    this.#waiting.unshift({ panel, name })
    this.#start()
  }

  async remove(panel: string): Promise<void> {
    await valueOf(this.bridge.call.windows.removeStopped({ panel }))
  }

  #add(waiting: Waiting): void {
    this.#waiting.push(waiting)
    this.#start()
  }

  #start(): void {
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      // A panel is announced before it is shown, since the window may stop responding afterwards.
      await this.#notify(next)
      const { panel } = next
      this.#stopped = this.#stopped.filter((one) => one !== panel)
      this.#shown = [...this.#shown, panel]
      await this.pause(trial)
    }
    this.#isRunning = false
    this.#careful = false
    await this.#notify(null)
  }

  /** A panel is shown even if main cannot be notified. */
  #notify(panel: Waiting | null): Promise<unknown> {
    return this.bridge.call.windows.restoring({ panel }).catch(() => null)
  }
}
