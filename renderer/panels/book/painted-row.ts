import { emptyStyle, type RowStyle } from './paint-row'

/** The last painted state of a row; comparing must not allocate, because it runs for every row and frame. */
export class PaintedRow {
  #top = NaN
  #flashFrom = 0
  #flashTo = 0
  readonly #style = emptyStyle()

  /** Returns whether it must be painted, and remembers it as painted. */
  differs(style: RowStyle, top: number): boolean {
    const brightens = style.flash !== null && style.strength > 0
    const strength = brightens ? style.strength : 0
    const from = brightens ? style.flash!.from : 0
    const to = brightens ? style.flash!.to : 0
    const same =
      this.#top === top &&
      this.#flashFrom === from &&
      this.#flashTo === to &&
      this.#style.strength === strength &&
      isSame(this.#style, style)
    if (same) return false
    this.#top = top
    this.#flashFrom = from
    this.#flashTo = to
    copy(style, this.#style)
    this.#style.strength = strength
    return true
  }
}

const isSame = (one: RowStyle, other: RowStyle): boolean =>
  one.size === other.size &&
  one.price === other.price &&
  one.bar === other.bar &&
  one.total === other.total &&
  one.traded === other.traded &&
  one.bought === other.bought &&
  one.sold === other.sold &&
  one.unknown === other.unknown &&
  one.side === other.side &&
  one.alert === other.alert &&
  one.alertBelow === other.alertBelow &&
  one.taken === other.taken &&
  one.worst === other.worst &&
  one.pointed === other.pointed &&
  one.cursor === other.cursor &&
  one.meets === other.meets &&
  one.between === other.between &&
  one.note === other.note

function copy(from: RowStyle, to: RowStyle): void {
  to.size = from.size
  to.price = from.price
  to.bar = from.bar
  to.total = from.total
  to.traded = from.traded
  to.bought = from.bought
  to.sold = from.sold
  to.unknown = from.unknown
  to.side = from.side
  to.alert = from.alert
  to.alertBelow = from.alertBelow
  to.taken = from.taken
  to.worst = from.worst
  to.pointed = from.pointed
  to.cursor = from.cursor
  to.meets = from.meets
  to.between = from.between
  to.note = from.note
}
