import type { BrowserWindow, WebContents } from 'electron'
import { views, type View } from '../../shared/contract/views'
import type { KeptWindow } from './kept'
import { firstPlace, restore, type Displays, type Place, type Rectangle } from './placement'

export interface OpenWindow {
  readonly id: string
  readonly browser: BrowserWindow
  view: View
  place: Place
}

export interface RegistryOptions {
  readonly displays: Displays
  readonly create: (place: Place, id: string) => BrowserWindow
  /** Called whenever something that is kept has changed. */
  readonly onChange: () => void
  readonly onOpen: (window: OpenWindow) => void
  readonly onClose: (window: OpenWindow) => void
}

/** Every window of ours. What is not in here is foreign. */
export class WindowRegistry {
  readonly #windows = new Map<string, OpenWindow>()
  /** The last window's place outlives it: closing it ends the app, and the next start shows it again. */
  #last: KeptWindow[] = []
  #count = 0
  #quitting = false

  constructor(private readonly options: RegistryOptions) {}

  get all(): readonly OpenWindow[] {
    return [...this.#windows.values()]
  }

  get focused(): OpenWindow | undefined {
    return this.all.find((window) => window.browser.isFocused()) ?? this.all.at(-1)
  }

  byId = (id: string): OpenWindow | undefined => this.#windows.get(id)

  idOf = (contents: WebContents): string | null =>
    this.all.find((window) => window.browser.webContents === contents)?.id ?? null

  open(view: View = views[0], kept?: Place): OpenWindow {
    const { displays } = this.options
    const place = kept ? restore(kept, displays) : firstPlace(displays, this.focused?.place)
    const id = `window-${++this.#count}`
    const window: OpenWindow = { id, browser: this.options.create(place, id), view, place }
    this.#windows.set(id, window)
    this.#follow(window)
    this.options.onOpen(window)
    this.options.onChange()
    return window
  }

  /** What is to be restored: the windows of now, or the one that was closed last. */
  kept(): readonly KeptWindow[] {
    return this.#windows.size > 0 ? this.all.map(keptOf) : this.#last
  }

  restoreAll(kept: readonly KeptWindow[]): void {
    const wanted = kept.length > 0 ? kept : this.#last
    for (const window of wanted) this.open(window.view, window)
    if (wanted.length === 0) this.open()
  }

  rememberView(id: string, view: View): void {
    const window = this.#windows.get(id)
    if (!window || window.view === view) return
    window.view = view
    this.options.onChange()
  }

  /** From here on closing is not forgetting: all that were open are to come back. */
  startQuitting(): void {
    if (this.#quitting) return
    this.#quitting = true
    this.#last = this.all.map(keptOf)
  }

  /** Brings back what a vanished display has taken with it. */
  bringIntoView(): void {
    for (const window of this.all) {
      if (window.browser.isMaximized() || window.browser.isFullScreen()) continue
      const place = restore(window.place, this.options.displays)
      if (!samePlace(place.bounds, window.place.bounds)) window.browser.setBounds(place.bounds)
    }
  }

  #follow(window: OpenWindow) {
    const { browser } = window
    const changed = () => {
      window.place = this.#placeOf(window)
      this.options.onChange()
    }
    for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const)
      browser.on(event as 'move', changed)
    browser.on('closed', () => {
      if (!this.#quitting && this.#windows.size === 1) this.#last = [keptOf(window)]
      this.#windows.delete(window.id)
      this.options.onClose(window)
      this.options.onChange()
    })
  }

  #placeOf({ browser }: OpenWindow): Place {
    const bounds = browser.getNormalBounds()
    const { x, y, width, height } = bounds
    const { display } = restore({ bounds, display: Number.NaN, maximised: false }, this.options.displays)
    return { bounds: { x, y, width, height }, display, maximised: browser.isMaximized() }
  }
}

const samePlace = (one: Rectangle, other: Rectangle) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

const keptOf = ({ view, place }: OpenWindow): KeptWindow => ({ view, ...place })
