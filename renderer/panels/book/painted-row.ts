import { emptyFace, type RowFace } from './paint-row'

/** What a row showed when it was painted last. Comparing costs no garbage: it is asked for every row of every frame. */
export class PaintedRow {
  #top = NaN
  #flashFrom = 0
  #flashTo = 0
  readonly #face = emptyFace()

  /** Whether it is to be painted; what it shows is remembered as painted then. */
  differs(face: RowFace, top: number): boolean {
    const brightens = face.flash !== null && face.strength > 0
    const strength = brightens ? face.strength : 0
    const from = brightens ? face.flash!.from : 0
    const to = brightens ? face.flash!.to : 0
    const same =
      this.#top === top &&
      this.#flashFrom === from &&
      this.#flashTo === to &&
      this.#face.strength === strength &&
      isSame(this.#face, face)
    if (same) return false
    this.#top = top
    this.#flashFrom = from
    this.#flashTo = to
    copy(face, this.#face)
    this.#face.strength = strength
    return true
  }
}

const isSame = (one: RowFace, other: RowFace): boolean =>
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
  one.pointed === other.pointed &&
  one.cursor === other.cursor &&
  one.meets === other.meets &&
  one.between === other.between &&
  one.note === other.note

function copy(from: RowFace, to: RowFace): void {
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
  to.pointed = from.pointed
  to.cursor = from.cursor
  to.meets = from.meets
  to.between = from.between
  to.note = from.note
}
