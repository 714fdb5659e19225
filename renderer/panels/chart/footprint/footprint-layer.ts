import type { HorzScaleOptions, ISeriesApi, ITimeScaleApi, Logical, Time } from 'lightweight-charts'
import type { Look } from '../../../lib/canvas'
import { Layer } from '../layer'
import type { NumberFormat } from '../../../lib/format/number'
import { drawnPrice } from '../profile/value-area'
import type { Slot } from '../slots'
import type { Target } from '../target'
import type { FootprintCandle, ShownFootprint } from './cells'
import { font, paintDelta, paintSides, paintVolume } from './paint-cell'

interface Sources {
  readonly model: {
    readonly footprint: ShownFootprint | null
    readonly slots: { readonly all: readonly Pick<Slot, 'candle'>[] }
    readonly prices: { readonly numbers: NumberFormat }
  }
  readonly time: Pick<ITimeScaleApi<Time>, 'getVisibleLogicalRange' | 'logicalToCoordinate'> & {
    readonly options: () => Pick<HorzScaleOptions, 'barSpacing'>
  }
  readonly series: Pick<ISeriesApi<'Candlestick'>, 'priceToCoordinate'>
  readonly look: () => Look
  /** Kept free at the bottom of the pane. */
  readonly below: number
}

interface Place {
  readonly left: number
  readonly right: number
}

const gap = 3
const maxWidth = 140
const maxSidedWidth = 190
/** Of the delta below a candle. */
const deltaHigh = 15
/** Of the candle itself, at the left of its cells. */
const body = 4
const lineHigh = 16

/** Volumes in rows of prices over each candle, which becomes a narrow bar beside them. */
export class FootprintLayer extends Layer<Sources> {
  protected override top(target: Target): void {
    const { model, time } = this.sources
    const shown = model.footprint
    const visible = time.getVisibleLogicalRange()
    if (!shown || !visible) return
    const { all } = model.slots
    const spacing = time.options().barSpacing
    const widest = shown.isSided ? maxSidedWidth : maxWidth
    const last = Math.min(all.length - 1, Math.ceil(visible.to))
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.save()
      context.textBaseline = 'middle'
      for (let slot = Math.max(0, Math.floor(visible.from)); slot <= last; slot += 1) {
        const cells = shown.at(slot)
        const x = time.logicalToCoordinate(slot as Logical)
        if (!cells || x === null) continue
        const left = x - spacing / 2 + gap
        const place = { left, right: Math.min(x + spacing / 2 - gap, left + widest) }
        this.#cover(context, cells, { left: x - spacing / 2, right: x + spacing / 2 })
        this.#cells(context, cells, place, mediaSize.height)
        this.#candle(context, slot, place.left)
      }
      this.#words(context, shown, mediaSize)
      context.restore()
    })
  }

  #words(
    context: CanvasRenderingContext2D,
    { words, shortWords = '' }: ShownFootprint,
    { width, height }: { readonly width: number; readonly height: number }
  ): void {
    const { look, below } = this.sources
    context.font = `400 11px ${look().words}`
    const text = [words, shortWords].find((each) => context.measureText(each).width + 16 <= width)
    if (!text) return
    const middle = height - below - lineHigh / 2 - 2.5
    context.fillStyle = look().panel
    context.fillRect(4, middle - lineHigh / 2, context.measureText(text).width + 8, lineHigh)
    context.fillStyle = look().dim
    context.textAlign = 'left'
    context.fillText(text, 8, middle)
  }

  /** What is behind the cells, also between those with trades. */
  #cover(context: CanvasRenderingContext2D, cells: FootprintCandle, { left, right }: Place): void {
    const { series, look, model } = this.sources
    const delta = model.footprint?.isSided ? deltaHigh : 0
    const top = series.priceToCoordinate(drawnPrice(cells, cells.bins.at(-1)!.index + 1n))
    const bottom = series.priceToCoordinate(drawnPrice(cells, cells.bins[0]!.index))
    if (top === null || bottom === null) return
    context.fillStyle = look().panel
    context.fillRect(
      left,
      Math.floor(top) - 2 - delta,
      right - left,
      Math.ceil(bottom) - Math.floor(top) + 4 + 2 * delta
    )
  }

  #cells(
    context: CanvasRenderingContext2D,
    cells: FootprintCandle,
    { left, right }: Place,
    height: number
  ): void {
    const { series, model, look, below } = this.sources
    const from = left + body + gap
    const { figures } = look()
    context.font = `400 ${font}px ${figures}`
    const yOf = (index: bigint) => series.priceToCoordinate(drawnPrice(cells, index))
    for (const bin of cells.bins) {
      const [top, bottom] = [yOf(bin.index + 1n), yOf(bin.index)]
      if (top === null || bottom === null) continue
      const [y, high] = [Math.round(top), Math.max(1, Math.round(bottom) - Math.round(top) - 1)]
      const box = { left: from, right, top: y, high }
      const painting = { context, look: look(), numbers: model.prices.numbers, box }
      if (model.footprint?.isSided && cells.sides) paintSides(painting, cells, bin)
      else paintVolume(painting, cells, bin)
    }
    if (!model.footprint?.isSided || !cells.sides) return
    const [top, bottom] = [yOf(cells.bins.at(-1)!.index + 1n), yOf(cells.bins[0]!.index)]
    if (top === null || bottom === null) return
    // Above the cells where the words are below them.
    const isFree = bottom + deltaHigh < height - below - lineHigh
    const box = {
      left: from,
      right,
      top: isFree ? Math.round(bottom) + 1 : Math.round(top) - deltaHigh,
      high: deltaHigh
    }
    paintDelta({ context, look: look(), numbers: model.prices.numbers, box }, cells, cells.sides.whole)
  }

  #candle(context: CanvasRenderingContext2D, slot: number, left: number): void {
    const { series, model, look } = this.sources
    const candle = model.slots.all[slot]?.candle
    if (!candle) return
    const y = (field: 'open' | 'high' | 'low' | 'close') =>
      Math.round(series.priceToCoordinate(candle.value(field)) ?? NaN)
    const isRising = candle.value('close') >= candle.value('open')
    context.fillStyle = isRising ? look().bid : look().ask
    context.fillRect(left + body / 2 - 0.5, y('high'), 1, y('low') - y('high') + 1)
    const [top, bottom] = [Math.min(y('open'), y('close')), Math.max(y('open'), y('close'))]
    context.fillRect(left, top, body, Math.max(1, bottom - top))
  }
}
