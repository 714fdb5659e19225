/** Free slots to the right of the newest. */
const margin = 4
/** Still visible, in slots. */
export const minRoom = -0.5

export interface KeptView {
  readonly following: boolean
  /** Slots between the newest and the right edge; negative if it is out of view. */
  readonly room: number
  readonly spacing: number
}

/** The used part of the library's time axis. */
interface Scale {
  readonly scrollPosition: () => number
  readonly scrollToPosition: (position: number, animated: boolean) => void
  readonly getVisibleLogicalRange: () => { readonly to: number } | null
  readonly subscribeSizeChange: (changed: () => void) => void
  readonly unsubscribeSizeChange: (changed: () => void) => void
  readonly options: () => { readonly barSpacing: number }
}

/** Follows the newest slot until the user scrolls away; only the user changes this. */
export class Follow {
  #room: number
  #following: boolean
  #placed = false
  /** The target of a keyboard scroll until it is drawn. */
  #asked: number | null = null
  #open = true
  /** Shows what another chart decides; returns whether the newest is in view. */
  #held: (() => boolean | null) | null = null
  /** Called after each move by the user. */
  onMoved: () => void = () => {}
  readonly #keepUp = () => this.keepUp()

  constructor(
    private readonly scale: Scale,
    /** The newest slot, or -1. */
    private readonly newest: () => number,
    private readonly changed: (following: boolean) => void,
    kept: KeptView | null = null,
    /** The library scrolls only when it draws. */
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
    const isOwn = this.#following && !this.#held
    const room = isOwn ? this.#room : (this.#roomNow() ?? this.#room)
    return { following: this.#following, room, spacing: this.scale.options().barSpacing }
  }

  get following(): boolean {
    return this.#following
  }

  goLive(): void {
    this.#asked = null
    this.#held = null
    this.#room = margin
    this.#set(true)
    this.keepUp()
    this.onMoved()
  }

  /** Another chart decides what is in view, until the user moves this one. */
  hold(place: () => boolean | null): void {
    this.#held = place
    this.keepUp()
  }

  /** Goes on from what is in view. */
  release(): void {
    if (!this.#held) return
    this.#held = null
    this.afterDrawing(() => this.#open && !this.#held && this.#readRoom())
  }

  /** By keys. */
  pan(slots: number): void {
    const to = (this.#asked ?? this.scale.scrollPosition()) + slots
    this.#asked = to
    this.scale.scrollToPosition(to, false)
    this.afterDrawing(() => {
      if (this.#asked !== to || !this.#open) return
      this.#asked = null
      this.#judge()
    })
  }

  /** The user moved the chart. */
  moved(): void {
    this.#judge()
    this.afterDrawing(() => this.#open && this.#judge())
  }

  #judge(): void {
    this.#held = null
    if (this.#readRoom()) this.onMoved()
  }

  /** False if nothing is drawn. */
  #readRoom(): boolean {
    const room = this.#roomNow()
    if (room === null) return false
    const sees = room >= minRoom
    if (sees) this.#room = Math.max(0, room)
    this.#set(sees)
    return true
  }

  /** Slots were added or the width changed. */
  keepUp(): void {
    if (this.#asked !== null) return
    if (this.#held) {
      const sees = this.#held()
      if (sees !== null) this.#set(sees)
      return
    }
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
