import type { BrowserWindow, WebContents } from 'electron'
import type { View } from '#shared/contract/workspace/views'
import type { WindowContent } from '#shared/contract/workspace/windows'
import { contentOf, deskContent, keyOf, minSizeOf } from './content'
import type { SavedLayout, SavedWindow } from './saved-windows'
import { firstPlacement } from './placement'
import type { Displays, WindowBounds } from './geometry'
import { WindowBoundsTracker } from './window-bounds'
import { restoreRelative } from './keep-relative'

export interface OpenWindow {
  readonly id: string
  /** Stable across restarts. */
  readonly key: string
  readonly browser: BrowserWindow
  content: WindowContent
  placement: WindowBounds
  onTop: boolean
  fullScreen: boolean
}

export type MadeWindow = Pick<OpenWindow, 'id' | 'content' | 'placement' | 'onTop' | 'fullScreen'>

export interface RegistryOptions {
  readonly displays: Displays
  readonly create: (wanted: MadeWindow) => BrowserWindow
  /** Called when saved state changes. */
  readonly onChange: () => void
  readonly onOpen: (window: OpenWindow) => void
  readonly onClose: (window: OpenWindow) => void
  /** Used for windows that are opened again. */
  readonly kept?: SavedLayout
}

interface Wanted {
  readonly key?: string
  readonly onTop?: boolean
  readonly fullScreen?: boolean
  /** The exact position; by default the saved one, or offset from the focused window. */
  readonly exactly?: WindowBounds
  /** For a window without a saved position. */
  readonly first?: WindowBounds
}

export class WindowRegistry {
  readonly bounds: WindowBoundsTracker
  /** Whether the content of a saved window still exists; set once the workspaces are loaded. */
  isThere?: (content: WindowContent) => boolean
  /** Called after windows were restored. */
  restored: () => void = () => {}
  readonly #windows = new Map<string, OpenWindow>()
  /** The last closed window is restored at the next start. */
  #last: readonly SavedWindow[] = []
  /** Restored with popped-out panels at the next start. */
  #lastDesk: SavedWindow | null = null
  #count = 0
  #quitting = false

  constructor(private readonly options: RegistryOptions) {
    this.bounds = new WindowBoundsTracker(options.displays, options.kept?.arrangements ?? [])
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

  /** The focused desk, or the newest. */
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
    const about = { id, key, content, onTop, fullScreen, placement: this.#placementFor(content, key, wanted) }
    const window: OpenWindow = { ...about, browser: this.options.create(about) }
    this.#windows.set(id, window)
    this.#follow(window)
    this.options.onOpen(window)
    this.options.onChange()
    return window
  }

  /** With the same content as the previous desk. */
  openDesk(view?: View): OpenWindow {
    const content = this.desk?.content
    const shown = content?.kind === 'desk' ? content : null
    return this.open(deskContent(view ?? shown?.view, shown?.workspace))
  }

  /** The open windows, or the one closed last, and their desk. */
  kept(): SavedLayout {
    this.bounds.note(this.all)
    const open = this.#windows.size > 0 && !this.#quitting
    const windows = open ? this.#withDesk(this.all.map(keptOf)) : this.#last
    return { windows, arrangements: this.bounds.kept(this.#mayOpen) }
  }

  /** Windows whose content still exists; at least one desk, or a window with that content. */
  restoreAll(kept: readonly SavedWindow[], content?: WindowContent): void {
    const { isThere = () => true } = this
    const wanted = (kept.length > 0 ? kept : this.#last).filter(
      ({ content, key }) => isThere(content) && !this.byKey(key)
    )
    const placements = restoreRelative(
      wanted.map(({ content, key, onTop: _onTop, fullScreen: _fullScreen, ...placement }) => ({
        placement: this.bounds.known(key) ?? placement,
        smallest: minSizeOf(content)
      })),
      this.all.map(({ placement }) => placement),
      this.options.displays
    )
    for (const [index, { content, key, onTop, fullScreen }] of wanted.entries())
      if (!this.byKey(key)) this.open(content, { key, onTop, fullScreen, exactly: placements[index]! })
    if (!this.all.some((window) => window.content.kind !== 'frame')) this.open(content)
    this.restored()
  }

  /** For `restoreAll`, later. */
  keepClosed(kept: readonly SavedWindow[]): void {
    this.#last = kept
  }

  /** On a second start: restores the windows if all are closed, and focuses a desk. */
  comeForward(): void {
    const wasClosed = this.#windows.size === 0
    if (wasClosed) this.restoreAll([])
    this.bringToFront(this.desk ?? (wasClosed ? this.focused : undefined) ?? this.openDesk())
  }

  /** Popped-out panels alone are not enough. */
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

  /** Windows that close from now on are still restored. */
  startQuitting(): void {
    if (this.#quitting) return
    this.bounds.note(this.all)
    if (this.#windows.size > 0) this.#last = this.#withDesk(this.all.map(keptOf))
    this.#quitting = true
  }

  /** Moves windows to their saved position, or to a visible one. */
  displaysChanged(): void {
    this.bounds.displaysChanged(this.all)
  }

  displaysSettled(): void {
    this.bounds.displaysSettled(this.all)
    this.options.onChange()
  }

  #placementFor(content: WindowContent, key: string, { exactly, first }: Wanted): WindowBounds {
    if (exactly) return exactly
    const { displays } = this.options
    const smallest = minSizeOf(content)
    const placement =
      this.bounds.known(key) ?? first ?? firstPlacement(displays, smallest, this.#besides(content))
    const others = this.all.map((window) => window.placement)
    return restoreRelative([{ placement, smallest }], others, displays)[0]!
  }

  /** Desks and existing workspace windows keep their position. */
  readonly #mayOpen = (key: string): boolean => {
    const content = contentOf(key)
    return content === null || this.byKey(key) !== undefined || (this.isThere?.(content) ?? true)
  }

  #withDesk(windows: readonly SavedWindow[]): readonly SavedWindow[] {
    const hasDesk = windows.some(({ content }) => content.kind !== 'frame')
    return hasDesk || !this.#lastDesk ? windows : [...windows, this.#lastDesk]
  }

  /** The size of another desk, not of a popped-out panel. */
  #besides(content: WindowContent): WindowBounds | undefined {
    const { focused } = this
    const fitting = this.all.findLast(
      (window) => (window.content.kind === 'frame') === (content.kind === 'frame')
    )
    return focused && (focused.content.kind === 'frame') === (content.kind === 'frame')
      ? focused.placement
      : fitting?.placement
  }

  #freeDeskKey(): string {
    for (let number = 1; ; number++) if (!this.byKey(`desk ${number}`)) return `desk ${number}`
  }

  #follow(window: OpenWindow) {
    const { browser } = window
    const changed = () => {
      this.bounds.moved(window)
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
      this.bounds.note([window])
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

const keptOf = ({ key, content, onTop, fullScreen, placement }: OpenWindow): SavedWindow => ({
  key,
  content,
  onTop,
  fullScreen,
  ...placement
})
