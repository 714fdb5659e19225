import { figureWidth, type Look, type Surface } from '../../lib/canvas'
import { layColumns, mirrored, type Columns, type GrowingLengths } from './columns'
import type { RowStyles } from './row-styles'
import { rowHeight, type Ladder, type Lane } from './ladder'
import { middleSignature, paintMiddle, type MiddleStyle } from './paint-middle'
import { paintRow, type RowOnCanvas } from './paint-row'
import { PaintedRow } from './painted-row'

/** Paints the ladder's canvas; unchanged rows are skipped. */
export class Scene {
  /** The columns of each lane. */
  columns: readonly Columns[] = []
  #rows: PaintedRow[][] = []
  #middle = ''
  #look: Look | null = null
  #measure = ''
  #decimals = 0
  /** Painted rows, for measurements. */

  constructor(
    private readonly ladder: Ladder,
    private readonly lengths: GrowingLengths
  ) {}

  invalidate(): void {
    this.#look = null
  }

  paint(surface: Surface, look: Look, styles: RowStyles, middle: MiddleStyle, decimals: number): void {
    const { context } = surface
    this.#decimals = decimals
    this.#prepare(surface, look)
    this.ladder.lanes.forEach((lane, at) => this.#paintLane(context, look, lane, at, styles))
    this.#paintMiddle(context, look, middle)
  }

  /** Other colors, sizes or columns require a full repaint. */
  #prepare({ context, width, height, ratio }: Surface, look: Look): void {
    const { ladder, lengths } = this
    // Moving the middle moves rows and margins.
    const measure = `${width}x${height}@${ratio}/${ladder.lanes.length}/${lengths.version}/${ladder.middleTop}`
    if (look === this.#look && measure === this.#measure) return
    this.#look = look
    this.#measure = measure
    this.#rows = ladder.lanes.map(() => [])
    this.#middle = ''
    this.columns = ladder.lanes.map((lane) => this.#lay(lane, look))
    context.fillStyle = look.panel
    context.fillRect(0, 0, width, height)
    if (!ladder.beside) return
    context.fillStyle = look.line
    context.fillRect(ladder.lanes[1]!.left - 1, 0, 1, height)
  }

  #lay({ width, mirrored: isMirrored }: Lane, look: Look): Columns {
    const { lengths } = this.lengths
    const columns = layColumns(lengths, width, (type) => figureWidth(look.figures, type))
    const character = figureWidth(look.figures, columns.type)
    return isMirrored ? mirrored(columns, lengths, width, character) : columns
  }

  #paintLane(context: CanvasRenderingContext2D, look: Look, lane: Lane, at: number, styles: RowStyles): void {
    const columns = this.columns[at]!
    const character = figureWidth(look.figures, columns.type)
    const { lengths } = this.lengths
    styles.scale(at, lane.width - 1, columns.bars)
    const place = {
      left: lane.left,
      width: lane.width,
      top: 0,
      columns,
      character,
      decimals: this.#decimals,
      priceWidth: lengths.price * character,
      from: this.ladder.beside && !lane.mirrored ? ('left' as const) : ('right' as const)
    }
    context.font = `400 ${columns.type}px ${look.figures}`
    context.textAlign = 'right'
    context.textBaseline = 'alphabetic'
    lane.visible.rows.forEach(({ kind }, index) => {
      if (kind !== 'middle') this.#paintRow(context, look, at, index, styles, place)
    })
  }

  #paintRow(
    context: CanvasRenderingContext2D,
    look: Look,
    at: number,
    index: number,
    styles: RowStyles,
    place: { -readonly [Key in keyof RowOnCanvas]: RowOnCanvas[Key] }
  ): void {
    const style = styles.lanes[at]![index]!
    place.top = this.ladder.topOf(this.ladder.lanes[at]!, index)
    const painted = (this.#rows[at]![index] ??= new PaintedRow())
    if (!painted.differs(style, place.top)) return
    paintRow(context, look, style, place)
  }

  #paintMiddle(context: CanvasRenderingContext2D, look: Look, style: MiddleStyle): void {
    const { middleTop: top, left, right } = this.ladder
    if (top === null) return
    const signature = middleSignature(style)
    if (signature === this.#middle) return
    this.#middle = signature
    paintMiddle(context, look, style, { top, left, width: right - left })
  }
}

export function paintBlank({ context, width, height }: Surface, look: Look): void {
  context.fillStyle = look.panel
  context.fillRect(0, 0, width, height)
}

/** Placeholders for rows. */
export function paintWaiting(surface: Surface, look: Look): void {
  paintBlank(surface, look)
  const { context, width, height } = surface
  context.fillStyle = look.raised
  for (let y = 6, row = 0; y < height; y += rowHeight, row += 1) {
    const share = 0.16 + ((row * 37) % 11) / 60
    context.fillRect(10, y, width * 0.2, 8)
    context.fillRect(width * (0.62 - share), y, width * share, 8)
    context.fillRect(width * (0.97 - share), y, width * share, 8)
  }
}
