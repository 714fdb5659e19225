import { Emitter } from '#shared/domain/base/emitter'

/** Panels that are not restored without asking, and how the last session ended. */
export interface KeptPanels {
  /** A window did not answer when it was left: its panels come back one after the other. */
  readonly careful: boolean
  /** The ids of those that stopped answering. */
  readonly stopped: readonly string[]
}

export const noKeptPanels: KeptPanels = { careful: false, stopped: [] }

export interface RestoringPanel {
  readonly panel: string
  /** "Chart BTCUSD". */
  readonly name: string
}

/**
 * Finds the panel that makes a window stop answering. After a window has stopped, its panels are restored one at a time,
 * and each is named here before it is shown: what is named while the window stops again is the one.
 */
export class PanelGuard {
  readonly #leftOut = new Emitter()
  /** A panel that had stopped its window is left out. */
  readonly onLeftOut = this.#leftOut.on
  #careful: boolean
  readonly #stopped: Set<string>
  /** By window. */
  readonly #restoring = new Map<string, RestoringPanel>()

  constructor(
    { careful, stopped }: KeptPanels,
    private readonly changed: () => void
  ) {
    this.#careful = careful
    this.#stopped = new Set(stopped)
  }

  get kept(): KeptPanels {
    return { careful: this.#careful, stopped: [...this.#stopped] }
  }

  /** Null: all panels of the window are restored. */
  restoring(windowId: string, restoring: RestoringPanel | null): void {
    if (restoring) {
      this.#restoring.set(windowId, restoring)
      if (this.#stopped.delete(restoring.panel)) this.changed()
      return
    }
    this.#restoring.delete(windowId)
    this.answers()
  }

  /** The window has stopped: the panel that it was restoring, or null where that is not known. */
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

  /** It is removed from its workspace. */
  remove(panel: string): void {
    if (this.#stopped.delete(panel)) this.changed()
  }

  closed(windowId: string): void {
    this.#restoring.delete(windowId)
  }
}
