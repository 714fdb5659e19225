import type { BrowserWindow, WebContents } from 'electron'
import type { View } from '#shared/contract/workspace/views'
import type { WindowContent } from '#shared/contract/workspace/windows'
import { contentOf, deskContent, keyOf, minSizeOf } from './content'
import type { KeptDesk, KeptWindow } from './kept'
import { firstPlace } from './placement'
import type { Displays, Place } from './geometry'
import { Places } from './places'
import { restoreTogether } from './together'

export interface OpenWindow {
  readonly id: string
  /** Its name in the file, the same after a restart. */
  readonly key: string
  readonly browser: BrowserWindow
  content: WindowContent
  place: Place
  onTop: boolean
  fullScreen: boolean
}

export type MadeWindow = Pick<OpenWindow, 'id' | 'content' | 'place' | 'onTop' | 'fullScreen'>

export interface RegistryOptions {
  readonly displays: Displays
  readonly create: (wanted: MadeWindow) => BrowserWindow
  /** Called whenever something that is kept has changed. */
  readonly onChange: () => void
  readonly onOpen: (window: OpenWindow) => void
  readonly onClose: (window: OpenWindow) => void
  /** How windows were left, for the places of the ones that are opened again. */
  readonly kept?: KeptDesk
}

interface Wanted {
  readonly key?: string
  readonly onTop?: boolean
  readonly fullScreen?: boolean
  /** Where it is to be; without it, where a window of this name was, or a step beside the one that has the focus. */
  readonly exactly?: Place
  /** For a window that never was anywhere. */
  readonly first?: Place
}

/** All windows of Leadline. */
export class WindowRegistry {
  readonly places: Places
  /** Whether the content of a kept window still exists; set once the workspaces are loaded. */
  isThere?: (content: WindowContent) => boolean
  /** Hears when windows have come back. */
  restored: () => void = () => {}
  readonly #windows = new Map<string, OpenWindow>()
  /** The last window's place outlives it: closing it ends the app, and the next start shows it again. */
  #last: readonly KeptWindow[] = []
  /** The desk that was closed last: where panels alone are left, the next start shows it with them. */
  #lastDesk: KeptWindow | null = null
  #count = 0
  #quitting = false

  constructor(private readonly options: RegistryOptions) {
    this.places = new Places(options.displays, options.kept?.arrangements ?? [])
  }

  get all(): readonly OpenWindow[] {
    return [...this.#windows.values()]
  }

  get quitting(): boolean {
    return this.#quitting
  }

  get focused(): OpenWindow | undefined {
    const { all } = this
    return (
      all.find(({ browser }) => browser.isFocused()) ??
      all.findLast(({ content }) => content.kind !== 'frame') ??
      all.at(-1)
    )
  }

  /** The one to go on with: the one that has the focus, or the newest. */
  get desk(): OpenWindow | undefined {
    const { focused } = this
    return focused?.content.kind === 'desk'
      ? focused
      : this.all.findLast(({ content }) => content.kind === 'desk')
  }

  byId = (id: string): OpenWindow | undefined => this.#windows.get(id)

  byKey = (key: string): OpenWindow | undefined => this.all.find((window) => window.key === key)

  idOf = (contents: WebContents): string | null =>
    this.all.find((window) => window.browser.webContents === contents)?.id ?? null

  open(content: WindowContent = deskContent(), wanted: Wanted = {}): OpenWindow {
    const id = `window-${++this.#count}`
    const key = wanted.key ?? keyOf(content) ?? this.#freeDeskKey()
    const { onTop = false, fullScreen = false } = wanted
    const about = { id, key, content, onTop, fullScreen, place: this.#placeFor(content, key, wanted) }
    const window: OpenWindow = { ...about, browser: this.options.create(about) }
    this.#windows.set(id, window)
    this.#follow(window)
    this.options.onOpen(window)
    this.options.onChange()
    return window
  }

  /** Another desk with the same content as the one before it. */
  openDesk(view?: View): OpenWindow {
    const content = this.desk?.content
    const shown = content?.kind === 'desk' ? content : null
    return this.open(deskContent(view ?? shown?.view, shown?.workspace))
  }

  /** What is to be restored: the windows of now, or the one that was closed last; and the desk that they belong to. */
  kept(): KeptDesk {
    this.places.note(this.all)
    const open = this.#windows.size > 0 && !this.#quitting
    const windows = open ? this.#withDesk(this.all.map(keptOf)) : this.#last
    return { windows, arrangements: this.places.kept(this.#mayOpen) }
  }

  /** Those of them that still have something to show; at least one desk, or a window with that content. */
  restoreAll(kept: readonly KeptWindow[], content?: WindowContent): void {
    const { isThere = () => true } = this
    const wanted = (kept.length > 0 ? kept : this.#last).filter(
      ({ content, key }) => isThere(content) && !this.byKey(key)
    )
    const places = restoreTogether(
      wanted.map(({ content, key, onTop: _onTop, fullScreen: _fullScreen, ...place }) => ({
        place: this.places.known(key) ?? place,
        smallest: minSizeOf(content)
      })),
      this.all.map(({ place }) => place),
      this.options.displays
    )
    for (const [index, { content, key, onTop, fullScreen }] of wanted.entries())
      if (!this.byKey(key)) this.open(content, { key, onTop, fullScreen, exactly: places[index]! })
    if (!this.all.some((window) => window.content.kind !== 'frame')) this.open(content)
    this.restored()
  }

  /** For a second start: the windows come back, where all are closed, and a desk comes to the front. */
  comeForward(): void {
    const wasClosed = this.#windows.size === 0
    if (wasClosed) this.restoreAll([])
    this.bringToFront(this.desk ?? (wasClosed ? this.focused : undefined) ?? this.openDesk())
  }

  /** A window with all views, in front of everything: what is left, or comes back, may be panels alone. */
  deskInFront(): OpenWindow {
    if (this.#windows.size === 0) this.restoreAll([])
    const desk = this.desk ?? this.openDesk()
    this.bringToFront(desk)
    return desk
  }

  rememberView(id: string, view: View): void {
    const content = this.#windows.get(id)?.content
    if (content?.kind === 'desk') this.setContent(id, { ...content, view })
  }

  setContent(id: string, content: WindowContent): void {
    const window = this.#windows.get(id)
    if (!window || JSON.stringify(window.content) === JSON.stringify(content)) return
    window.content = content
    this.options.onChange()
  }

  stayOnTop(id: string, onTop: boolean): void {
    const window = this.#windows.get(id)
    if (!window || window.onTop === onTop) return
    window.onTop = onTop
    window.browser.setAlwaysOnTop(onTop)
    this.options.onChange()
  }

  bringToFront({ browser }: OpenWindow): void {
    if (browser.isMinimized()) browser.restore()
    browser.show()
    browser.focus()
  }

  /** From here on closing is not forgetting: all that were open are to come back. */
  startQuitting(): void {
    if (this.#quitting) return
    this.places.note(this.all)
    if (this.#windows.size > 0) this.#last = this.#withDesk(this.all.map(keptOf))
    this.#quitting = true
  }

  /** The displays are others now: windows go where they were on these, or to where they can be seen. */
  displaysChanged(): void {
    this.places.displaysChanged(this.all)
  }

  /** The system is done with moving windows because of it. */
  displaysSettled(): void {
    this.places.displaysSettled(this.all)
    this.options.onChange()
  }

  #placeFor(content: WindowContent, key: string, { exactly, first }: Wanted): Place {
    if (exactly) return exactly
    const { displays } = this.options
    const smallest = minSizeOf(content)
    const place = this.places.known(key) ?? first ?? firstPlace(displays, smallest, this.#besides(content))
    const others = this.all.map((window) => window.place)
    return restoreTogether([{ place, smallest }], others, displays)[0]!
  }

  /** What may open again keeps its place: a desk, and what there still is of the workspaces. */
  readonly #mayOpen = (key: string): boolean => {
    const content = contentOf(key)
    return content === null || this.byKey(key) !== undefined || (this.isThere?.(content) ?? true)
  }

  #withDesk(windows: readonly KeptWindow[]): readonly KeptWindow[] {
    const hasDesk = windows.some(({ content }) => content.kind !== 'frame')
    return hasDesk || !this.#lastDesk ? windows : [...windows, this.#lastDesk]
  }

  /** A desk is as large as another desk, not as a popped-out panel. */
  #besides(content: WindowContent): Place | undefined {
    const { focused } = this
    const fitting = this.all.findLast(
      (window) => (window.content.kind === 'frame') === (content.kind === 'frame')
    )
    return focused && (focused.content.kind === 'frame') === (content.kind === 'frame')
      ? focused.place
      : fitting?.place
  }

  #freeDeskKey(): string {
    for (let number = 1; ; number++) if (!this.byKey(`desk ${number}`)) return `desk ${number}`
  }

  #follow(window: OpenWindow) {
    const { browser } = window
    const changed = () => {
      this.places.moved(window)
      this.options.onChange()
    }
    for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const)
      browser.on(event as 'move', changed)
    for (const event of ['enter-full-screen', 'leave-full-screen'] as const)
      browser.on(event as 'enter-full-screen', () => {
        window.fullScreen = event === 'enter-full-screen'
        this.options.onChange()
      })
    browser.on('closed', () => {
      this.places.note([window])
      if (!this.#quitting) {
        if (window.content.kind === 'desk') this.#lastDesk = keptOf(window)
        if (this.#windows.size === 1) this.#last = this.#withDesk([keptOf(window)])
      }
      this.#windows.delete(window.id)
      this.options.onClose(window)
      this.options.onChange()
    })
  }
}

const keptOf = ({ key, content, onTop, fullScreen, place }: OpenWindow): KeptWindow => ({
  key,
  content,
  onTop,
  fullScreen,
  ...place
})
