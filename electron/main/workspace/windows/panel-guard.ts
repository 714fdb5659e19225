import { Emitter } from '#shared/domain/base/emitter'

export interface StoppedPanels {
  /** A window hung at the end of the session, so panels are restored one at a time. */
  readonly careful: boolean
  /** IDs of panels that hung. */
  readonly stopped: readonly string[]
}

export const noStoppedPanels: StoppedPanels = { careful: false, stopped: [] }

export interface RestoringPanel {
  readonly panel: string
  /** "Chart BTCUSD". */
  readonly name: string
}

/**
 * Finds the panel that hangs a window: after a hang, panels are restored one at a time, and the one being restored at
 * the next hang is skipped.
 */
export class PanelGuard {
  readonly #leftOut = new Emitter()
  /** A panel was skipped because it hung its window. */
  readonly onLeftOut = this.#leftOut.on
  #careful: boolean
  readonly #stopped: Set<string>
  /** By window. */
  readonly #restoring = new Map<string, RestoringPanel>()

  constructor(
    { careful, stopped }: StoppedPanels,
    private readonly changed: () => void
  ) {
    this.#careful = careful
    this.#stopped = new Set(stopped)
  }

  get kept(): StoppedPanels {
    return { careful: this.#careful, stopped: [...this.#stopped] }
  }

  /** Null once all panels are restored. */
  restoring(windowId: string, restoring: RestoringPanel | null): void {
    if (restoring) {
      this.#restoring.set(windowId, restoring)
      if (this.#stopped.delete(restoring.panel)) this.changed()
      return
    }
    this.#restoring.delete(windowId)
    this.answers()
  }

  /** Returns the panel being restored, or null if unknown. */
  stops(windowId: string): RestoringPanel | null {
    if (!this.#careful) {
      this.#careful = true
      this.changed()
    }
    return this.#restoring.get(windowId) ?? null
  }

  answers(): void {
    if (!this.#careful) return
    this.#careful = false
    this.changed()
  }

  leaveOut(panel: string): void {
    this.#stopped.add(panel)
    this.#leftOut.fire()
    this.changed()
  }

  remove(panel: string): void {
    if (this.#stopped.delete(panel)) this.changed()
  }

  closed(windowId: string): void {
    this.#restoring.delete(windowId)
  }
}
