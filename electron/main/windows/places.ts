import type { BrowserWindow } from 'electron'
import type { WindowContent } from '../../shared/contract/windows'
import { Arrangements, type KeptArrangement } from './arrangements'
import { smallestOf } from './content'
import { restore, type Displays, type Place, type Rectangle } from './placement'

interface PlacedWindow {
  readonly key: string
  readonly browser: BrowserWindow
  readonly content: WindowContent
  place: Place
}

/**
 * Where windows are, for each arrangement of the displays. When a display goes, the system itself moves windows, before
 * or after it says so: such moves must not be taken for the person's own, so places are noted only once all is quiet.
 */
export class Places {
  readonly #arrangements: Arrangements
  /** The displays that the places of now belong to. */
  #displays: string
  /** The displays have changed, and the system may still move windows because of it. */
  #settling = false

  constructor(
    private readonly displays: Displays,
    kept: readonly KeptArrangement[]
  ) {
    this.#arrangements = new Arrangements(kept)
    this.#displays = displays.arrangement()
  }

  known(key: string): Place | undefined {
    return this.#arrangements.place(this.displays.arrangement(), key)
  }

  moved(window: PlacedWindow): void {
    window.place = this.#placeOf(window)
  }

  /** Windows are quiet: where they are on unchanged displays, there the person wants them. */
  note(windows: readonly PlacedWindow[]): void {
    if (this.#settling || this.displays.arrangement() !== this.#displays) return
    for (const { key, place } of windows) this.#arrangements.remember(this.#displays, key, place)
  }

  /** Every window goes to where it was on these displays; one that never was on them, to where it can be seen. */
  displaysChanged(windows: readonly PlacedWindow[]): void {
    this.note(windows)
    this.#settling = true
    this.#displays = this.displays.arrangement()
    for (const window of windows) this.#put(window)
  }

  /** A while later: what the system moved meanwhile goes back once more. */
  displaysSettled(windows: readonly PlacedWindow[]): void {
    this.#settling = false
    this.#displays = this.displays.arrangement()
    for (const window of windows) this.#put(window)
    this.note(windows)
  }

  kept(windows: readonly string[]): readonly KeptArrangement[] {
    return this.#arrangements.kept(new Set(windows))
  }

  #put(window: PlacedWindow): void {
    const { browser, content } = window
    if (browser.isFullScreen()) return
    const known = this.known(window.key)
    const place = restore(known ?? window.place, this.displays, smallestOf(content))
    const maximised = known ? known.maximised : browser.isMaximized()
    if (!samePlace(place.bounds, window.place.bounds)) {
      if (browser.isMaximized()) browser.unmaximize()
      browser.setBounds(place.bounds)
    }
    if (maximised && !browser.isMaximized()) browser.maximize()
    if (!maximised && browser.isMaximized()) browser.unmaximize()
  }

  #placeOf({ browser, content }: PlacedWindow): Place {
    const bounds = browser.getNormalBounds()
    const { x, y, width, height } = bounds
    const { display } = restore(
      { bounds, display: Number.NaN, maximised: false },
      this.displays,
      smallestOf(content)
    )
    return { bounds: { x, y, width, height }, display, maximised: browser.isMaximized() }
  }
}

const samePlace = (one: Rectangle, other: Rectangle) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height
