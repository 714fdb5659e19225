import { bookText } from '../../messages/panels/book'
import type { BookSettings } from '#shared/contract/market/panels/book'
import type { Decimal } from '#shared/domain/base/decimal'
import type { NumberFormat } from '../../lib/format/number'
import type { PriceLine } from '../../lib/state/alerts.svelte'
import type { Side } from '../../lib/markets'
import type { Flashes } from './changed-digits'
import type { GrowingLengths } from './columns'
import { priceOf, type Ladder, type Lane, type PriceMark, type RowPosition } from './ladder'
import type { LadderBook } from './ladder-book'
import type { LadderFigures } from './ladder-figures'
import { emptyStyle, strengthOf, type RowStyle } from './paint-row'
import type { RowTraded, RowVolume } from './row-traded'
import type { Row } from './row'

interface RowStylesInput {
  readonly book: LadderBook
  readonly settings: BookSettings
  readonly numbers: NumberFormat
  readonly step: Decimal | null
  /** Only a live book can be empty. */
  readonly live: boolean
  /** Null to disable highlighting. */
  readonly flashes: Flashes | null
  readonly now: number
  readonly pointed: RowPosition | null
  readonly cursor: RowPosition | null
  /** The last row of each side that the shown size takes; -1 for none. */
  readonly taken: Readonly<Record<Side, number>>
  readonly lines: readonly { readonly mark: PriceMark; readonly line: PriceLine }[]
}

/** Only the best levels are highlighted; more would flicker. */
const touch = 3

interface Measures {
  readonly bar: number
  readonly volume: RowVolume | null
}

/** The contents of each row, rebuilt for each paint; bars are shares of the largest. */
export class RowStyles {
  readonly lanes: RowStyle[][] = []
  /** The largest visible value, which scales all bars. */
  largest = 0
  maxTraded = 0
  #measures: Measures[][] = []

  constructor(
    private readonly ladder: Ladder,
    private readonly figures: LadderFigures,
    private readonly traded: RowTraded,
    private readonly lengths: GrowingLengths
  ) {}

  make(input: RowStylesInput): void {
    this.largest = 0
    this.maxTraded = 0
    this.ladder.lanes.forEach((lane, at) => {
      const styles = (this.lanes[at] ??= [])
      const measures = (this.#measures[at] ??= [])
      lane.visible.rows.forEach((row, index) => {
        const style = (styles[index] ??= emptyStyle())
        measures[index] = this.#fill(style, row, input)
        style.pointed = input.pointed?.lane === at && input.pointed.index === index
        style.cursor = input.cursor?.lane === at && input.cursor.index === index
      })
      this.#markMeeting(lane, styles)
      if (input.live || hasLevels(input.book)) markEmpty(lane, styles, input.book)
    })
    for (const { mark, line } of input.lines) {
      const style = this.lanes[mark.position.lane]?.[mark.position.index]
      const where = mark.below ? 'alertBelow' : 'alert'
      if (style && style[where] !== 'armed') style[where] = line.armed ? 'armed' : 'resting'
    }
  }

  /** Bars in whole pixels. */
  scale(at: number, width: number, tradedWidth: number): void {
    const share = this.largest > 0 ? width / this.largest : 0
    const tradedShare = this.maxTraded > 0 ? tradedWidth / this.maxTraded : 0
    this.lanes[at]?.forEach((style, index) => {
      const { bar, volume } = this.#measures[at]![index]!
      style.bar = Math.round(bar * share)
      style.bought = volume ? Math.ceil(volume.bought * tradedShare) : 0
      style.sold = volume ? Math.ceil(volume.sold * tradedShare) : 0
      const unknown = volume ? volume.total - volume.bought - volume.sold : 0
      // Ignores rounding errors of doubles.
      style.unknown = volume && unknown > volume.total * 1e-9 ? Math.ceil(unknown * tradedShare) : 0
    })
  }

  #fill(
    style: RowStyle,
    row: Row,
    { book, settings, numbers, step, flashes, now, taken }: RowStylesInput
  ): Measures {
    const { figures, lengths } = this
    style.side = row.side
    style.price = figures.price(row)
    style.size = figures.size(row)
    style.total = figures.total(row)
    style.alert = null
    style.alertBelow = null
    style.meets = false
    style.between = row.between
    style.note = ''
    lengths.see('price', style.price.length)
    lengths.see('size', style.size.length)
    lengths.see('total', style.total.length)
    const isLevel = row.side !== null && row.level >= 0
    const last = row.side === null ? -1 : taken[row.side]
    style.taken = isLevel && row.level <= last
    const outer = row.side === 'asks' && !this.ladder.beside ? 'above' : 'below'
    style.worst = isLevel && row.level === last ? outer : null
    const key = isLevel ? (row.side === 'asks' ? 1 : -1) * priceOf(book, row) : NaN
    const brightens = flashes && isLevel && row.level < touch
    style.flash = brightens ? flashes.see(key, style.size, sizeOf(book, row), now) : null
    style.strength = strengthOf(style.flash, now)
    const volume = settings.traded && row.kind === 'level' ? this.traded.of(book, row, step, numbers) : null
    style.traded = volume?.text ?? ''
    lengths.see('traded', style.traded.length)
    if (volume) this.maxTraded = Math.max(this.maxTraded, volume.bought, volume.sold)
    const bar = barOf(row, book, settings)
    this.largest = Math.max(this.largest, bar)
    return { bar, volume }
  }

  /** Marks where the sides meet if it moved since the rows were pinned. */
  #markMeeting({ visible: { rows, shape, held } }: Lane, styles: readonly RowStyle[]): void {
    if (!held || shape !== 'both') return
    const meeting = rows.findIndex(({ kind, side }) => kind === 'level' && side !== 'asks')
    if (meeting <= 0 || rows[meeting - 1]!.kind === 'middle') return
    styles[meeting]!.meets = true
  }
}

const sizeOf = ({ levels }: LadderBook, { side, level }: Row) =>
  side === null ? NaN : levels.amount(side, level) / 10 ** levels.news.amountScale

const hasLevels = (book: LadderBook) => book.count('bids') + book.count('asks') > 0

/** Explains an empty side next to the middle. */
function markEmpty({ visible: { rows, shape } }: Lane, styles: readonly RowStyle[], book: LadderBook): void {
  const middle = rows.findIndex(({ kind }) => kind === 'middle')
  const places = shape === 'both' ? { asks: middle - 1, bids: middle < 0 ? -1 : middle + 1 } : { [shape]: 0 }
  for (const [side, position] of Object.entries(places) as [Side, number][]) {
    if (rows[position]?.kind === 'blank' && book.count(side) === 0)
      styles[position]!.note = bookText.empty[side]
  }
}

function barOf({ side, level, reach }: Row, { levels }: LadderBook, { bars }: BookSettings): number {
  if (side === null || level < 0) return 0
  return bars === 'total' ? levels.sum(side, reach) : levels.amount(side, level)
}
