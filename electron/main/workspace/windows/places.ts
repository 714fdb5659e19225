import type { BrowserWindow } from 'electron'
import type { WindowContent } from '#shared/contract/workspace/windows'
import { Arrangements, type KeptArrangement } from './arrangements'
import { minSizeOf } from './content'
import { isSame, restoreTogether } from './together'
import { restore } from './placement'
import type { Displays, Place, Rectangle } from './geometry'

interface PlacedWindow {
  readonly key: string
  readonly browser: BrowserWindow
  readonly content: WindowContent
  place: Place
  readonly fullScreen: boolean
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
  /** The displays that windows were quiet on for the last time, and where each of them was. */
  #before: { readonly arrangement: string; readonly areas: ReadonlyMap<number, Rectangle> }

  constructor(
    private readonly displays: Displays,
    kept: readonly KeptArrangement[]
  ) {
    this.#arrangements = new Arrangements(kept)
    this.#displays = displays.arrangement()
    this.#before = this.#now()
  }

  known(key: string): Place | undefined {
    return this.#arrangements.place(this.displays.arrangement(), key)
  }

  /** All of a display is no place: it goes back to the one that it had before. */
  moved(window: PlacedWindow): void {
    if (window.fullScreen || window.browser.isFullScreen()) return
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
    this.#putAll(windows)
  }

  /** A while later: what the system moved meanwhile goes back once more. */
  displaysSettled(windows: readonly PlacedWindow[]): void {
    this.#settling = false
    this.#displays = this.displays.arrangement()
    this.#putAll(windows)
    this.#before = this.#now()
    this.note(windows)
  }

  kept(mayOpen: (key: string) => boolean): readonly KeptArrangement[] {
    return this.#arrangements.kept(mayOpen)
  }

  #now() {
    const areas = new Map(this.displays.all().map(({ id, workArea }) => [id, workArea]))
    return { arrangement: this.displays.arrangement(), areas }
  }

  #putAll(windows: readonly PlacedWindow[]): void {
    const movable = windows.filter(({ browser }) => !browser.isFullScreen())
    const wanted = movable.map((window) => ({
      place: this.known(window.key) ?? this.#lastPlace(window),
      smallest: minSizeOf(window.content)
    }))
    const others = windows.filter((window) => !movable.includes(window)).map(({ place }) => place)
    const places = restoreTogether(wanted, others, this.displays)
    for (const [index, window] of movable.entries()) this.#put(window, places[index]!)
  }

  /** Where the person had it, whatever the system has made of that since; on its display, wherever that is now. */
  #lastPlace({ key, browser, place }: PlacedWindow): Place {
    const noted = this.#arrangements.place(this.#before.arrangement, key)
    if (!noted) return { ...place, maximised: browser.isMaximized() }
    const was = this.#before.areas.get(noted.display)
    const is = this.displays.all().find(({ id }) => id === noted.display)?.workArea
    if (!was || !is) return noted
    const { x, y, ...size } = noted.bounds
    return { ...noted, bounds: { x: x + is.x - was.x, y: y + is.y - was.y, ...size } }
  }

  #put({ browser, place: { bounds: now } }: PlacedWindow, { bounds, maximised }: Place): void {
    if (!isSame(bounds, now)) {
      if (browser.isMaximized()) browser.unmaximize()
      browser.setBounds(bounds)
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
      minSizeOf(content)
    )
    return { bounds: { x, y, width, height }, display, maximised: browser.isMaximized() }
  }
}
