import type { BrowserWindow } from 'electron'
import type { WindowContent } from '#shared/contract/workspace/windows'
import { Arrangements, type SavedArrangement } from './arrangements'
import { minSizeOf } from './content'
import { isSame, restoreRelative } from './keep-relative'
import { restore } from './placement'
import type { Displays, WindowBounds, Rectangle } from './geometry'

interface TrackedWindow {
  readonly key: string
  readonly browser: BrowserWindow
  readonly content: WindowContent
  placement: WindowBounds
  readonly fullScreen: boolean
}

/**
 * Tracks window positions per display arrangement. The system moves windows when a display is removed, so positions
 * are only saved after a quiet period.
 */
export class WindowBoundsTracker {
  readonly #arrangements: Arrangements
  /** The current arrangement. */
  #displays: string
  /** The system may still move windows after a display change. */
  #settling = false
  /** The last stable arrangement and its window areas. */
  #before: { readonly arrangement: string; readonly areas: ReadonlyMap<number, Rectangle> }

  constructor(
    private readonly displays: Displays,
    kept: readonly SavedArrangement[]
  ) {
    this.#arrangements = new Arrangements(kept)
    this.#displays = displays.arrangement()
    this.#before = this.#now()
  }

  known(key: string): WindowBounds | undefined {
    return this.#arrangements.placement(this.displays.arrangement(), key)
  }

  /** Full screen does not change the saved position. */
  moved(window: TrackedWindow): void {
    if (window.fullScreen || window.browser.isFullScreen()) return
    window.placement = this.#placementOf(window)
  }

  /** Positions on unchanged displays are the user's choice. */
  note(windows: readonly TrackedWindow[]): void {
    if (this.#settling || this.displays.arrangement() !== this.#displays) return
    for (const { key, placement } of windows) this.#arrangements.remember(this.#displays, key, placement)
  }

  /** Restores the position on these displays, or a visible one. */
  displaysChanged(windows: readonly TrackedWindow[]): void {
    this.note(windows)
    this.#settling = true
    this.#displays = this.displays.arrangement()
    this.#putAll(windows)
  }

  /** Restores once more, because the system may have moved windows. */
  displaysSettled(windows: readonly TrackedWindow[]): void {
    this.#settling = false
    this.#displays = this.displays.arrangement()
    this.#putAll(windows)
    this.#before = this.#now()
    this.note(windows)
  }

  kept(mayOpen: (key: string) => boolean): readonly SavedArrangement[] {
    return this.#arrangements.kept(mayOpen)
  }

  #now() {
    const areas = new Map(this.displays.all().map(({ id, workArea }) => [id, workArea]))
    return { arrangement: this.displays.arrangement(), areas }
  }

  #putAll(windows: readonly TrackedWindow[]): void {
    const movable = windows.filter(({ browser }) => !browser.isFullScreen())
    const wanted = movable.map((window) => ({
      placement: this.known(window.key) ?? this.#lastPlacement(window),
      smallest: minSizeOf(window.content)
    }))
    const others = windows.filter((window) => !movable.includes(window)).map(({ placement }) => placement)
    const placements = restoreRelative(wanted, others, this.displays)
    for (const [index, window] of movable.entries()) this.#put(window, placements[index]!)
  }

  /** The user's last position, adjusted to the current location of its display. */
  #lastPlacement({ key, browser, placement }: TrackedWindow): WindowBounds {
    const noted = this.#arrangements.placement(this.#before.arrangement, key)
    if (!noted) return { ...placement, maximised: browser.isMaximized() }
    const was = this.#before.areas.get(noted.display)
    const is = this.displays.all().find(({ id }) => id === noted.display)?.workArea
    if (!was || !is) return noted
    const { x, y, ...size } = noted.bounds
    return { ...noted, bounds: { x: x + is.x - was.x, y: y + is.y - was.y, ...size } }
  }

  #put({ browser, placement: { bounds: now } }: TrackedWindow, { bounds, maximised }: WindowBounds): void {
    if (!isSame(bounds, now)) {
      if (browser.isMaximized()) browser.unmaximize()
      browser.setBounds(bounds)
    }
    if (maximised && !browser.isMaximized()) browser.maximize()
    if (!maximised && browser.isMaximized()) browser.unmaximize()
  }

  #placementOf({ browser, content }: TrackedWindow): WindowBounds {
    const bounds = browser.getNormalBounds()
    const { x, y, width, height } = bounds
    const { display } = restore(
      { bounds, display: Number.NaN, maximised: false },
      this.displays,
      minSizeOf(content)
    )
    return { bounds: { x, y, width, height }, display, maximised: browser.isMaximized() }
  }
}
