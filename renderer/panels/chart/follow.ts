/** So many places are free to the right of the newest one. */
const margin = 4
/** Still in sight, by so much of a place. */
const minRoom = -0.5

export interface KeptView {
  readonly following: boolean
  /** Places between the newest one and the right edge; below zero where the newest one is out of sight. */
  readonly room: number
  readonly spacing: number
}

/** The library's axis of time, as far as it is needed here. */
interface Scale {
  readonly scrollPosition: () => number
  readonly scrollToPosition: (position: number, animated: boolean) => void
  readonly getVisibleLogicalRange: () => { readonly to: number } | null
  readonly subscribeSizeChange: (changed: () => void) => void
  readonly unsubscribeSizeChange: (changed: () => void) => void
  readonly options: () => { readonly barSpacing: number }
}

/** Follows the newest place until the user scrolls away; only the user changes whether it follows. */
export class Follow {
  #room: number
  #following: boolean
  #placed = false
  /** Where keys have asked to scroll to, until that is drawn. */
  #asked: number | null = null
  #open = true
  readonly #keepUp = () => this.keepUp()

  constructor(
    private readonly scale: Scale,
    /** The newest place, or -1. */
    private readonly newest: () => number,
    private readonly changed: (following: boolean) => void,
    kept: KeptView | null = null,
    /** The library scrolls when it draws, and not before. */
    private readonly afterDrawing: (run: () => void) => void = (run) => void requestAnimationFrame(run)
  ) {
    this.#following = kept?.following ?? true
    this.#room = kept?.room ?? margin
    scale.subscribeSizeChange(this.#keepUp)
  }

  dispose(): void {
    this.#open = false
    this.scale.unsubscribeSizeChange(this.#keepUp)
  }

  get kept(): KeptView {
    const room = this.#following ? this.#room : (this.#roomNow() ?? this.#room)
    return { following: this.#following, room, spacing: this.scale.options().barSpacing }
  }

  get following(): boolean {
    return this.#following
  }

  /** Back to the newest place. */
  goLive(): void {
    this.#asked = null
    this.#room = margin
    this.#set(true)
    this.keepUp()
  }

  /** By so many places, as keys ask for it. */
  pan(places: number): void {
    const to = (this.#asked ?? this.scale.scrollPosition()) + places
    this.#asked = to
    this.scale.scrollToPosition(to, false)
    this.afterDrawing(() => {
      if (this.#asked !== to || !this.#open) return
      this.#asked = null
      this.#judge()
    })
  }

  /** The user moved the chart, which may have been about to scroll. */
  moved(): void {
    this.#judge()
    this.afterDrawing(() => this.#open && this.#judge())
  }

  #judge(): void {
    const room = this.#roomNow()
    if (room === null) return
    const sees = room >= minRoom
    if (sees) this.#room = Math.max(0, room)
    this.#set(sees)
  }

  /** After places were added, or the room for them is another one. */
  keepUp(): void {
    if (this.#asked !== null) return
    const room = this.#following || !this.#placed ? this.#roomNow() : null
    if (room === null) return
    this.#placed = true
    const by = this.#room - room
    if (Math.abs(by) >= 0.01) this.scale.scrollToPosition(this.scale.scrollPosition() + by, false)
  }

  #roomNow(): number | null {
    const newest = this.newest()
    const range = newest < 0 ? null : this.scale.getVisibleLogicalRange()
    return range && range.to - newest
  }

  #set(following: boolean): void {
    if (following === this.#following) return
    this.#following = following
    this.changed(following)
  }
}
