import type { ISeriesApi, ITimeScaleApi, Logical, Time } from 'lightweight-charts'
import type { Look } from '../../../lib/canvas'
import { Layer } from '../layer'
import type { ChartModel } from '../model'
import { shortSize } from '../price-text'
import { numberOf, priceOf, type BinnedProfile } from '../profile/value-area'
import type { Target } from '../target'

interface Sources {
  readonly model: ChartModel
  readonly time: ITimeScaleApi<Time>
  readonly series: ISeriesApi<'Candlestick'>
  readonly look: () => Look
  /** Kept free at the bottom of the pane. */
  readonly below: number
}

interface Place {
  readonly left: number
  readonly right: number
}

const font = 10
const gap = 3
const maxWidth = 140
/** Of the candle itself, at the left of its cells. */
const body = 4
const lineHigh = 16

/** Volumes in rows of prices over each candle, which becomes a narrow bar beside them. */
export class FootprintLayer extends Layer<Sources> {
  protected override top(target: Target): void {
    const { model, time, look, below } = this.sources
    const shown = model.footprint
    const visible = time.getVisibleLogicalRange()
    if (!shown || !visible) return
    const { all } = model.slots
    const spacing = time.options().barSpacing
    const last = Math.min(all.length - 1, Math.ceil(visible.to))
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.save()
      context.textBaseline = 'middle'
      for (let slot = Math.max(0, Math.floor(visible.from)); slot <= last; slot += 1) {
        const cells = shown.at(slot)
        const x = time.logicalToCoordinate(slot as Logical)
        if (!cells || x === null) continue
        const left = x - spacing / 2 + gap
        const place = { left, right: Math.min(x + spacing / 2 - gap, left + maxWidth) }
        this.#cover(context, cells, { left: x - spacing / 2, right: x + spacing / 2 })
        this.#cells(context, cells, place)
        this.#candle(context, slot, place.left)
      }
      context.font = `400 11px ${look().words}`
      const wide = context.measureText(shown.words).width
      if (wide + 16 <= mediaSize.width) {
        const middle = mediaSize.height - below - lineHigh / 2 - 2.5
        context.fillStyle = look().panel
        context.fillRect(4, middle - lineHigh / 2, wide + 8, lineHigh)
        context.fillStyle = look().dim
        context.textAlign = 'left'
        context.fillText(shown.words, 8, middle)
      }
      context.restore()
    })
  }

  /** What is behind the cells, also between those with trades. */
  #cover(context: CanvasRenderingContext2D, cells: BinnedProfile, { left, right }: Place): void {
    const { series, look } = this.sources
    const top = series.priceToCoordinate(numberOf(priceOf(cells, cells.bins.at(-1)!.index + 1n)))
    const bottom = series.priceToCoordinate(numberOf(priceOf(cells, cells.bins[0]!.index)))
    if (top === null || bottom === null) return
    context.fillStyle = look().panel
    context.fillRect(left, Math.floor(top) - 2, right - left, Math.ceil(bottom) - Math.floor(top) + 4)
  }

  #cells(context: CanvasRenderingContext2D, cells: BinnedProfile, { left, right }: Place): void {
    const { series, model, look } = this.sources
    const { raised, profileOutside, profileControl, text, dim, figures } = look()
    const from = left + body + gap
    context.font = `400 ${font}px ${figures}`
    context.textAlign = 'right'
    const yOf = (index: bigint) => series.priceToCoordinate(numberOf(priceOf(cells, index)))
    for (const { index, volume } of cells.bins) {
      const [top, bottom] = [yOf(index + 1n), yOf(index)]
      if (top === null || bottom === null) continue
      const [y, high] = [Math.round(top), Math.max(1, Math.round(bottom) - Math.round(top) - 1)]
      context.fillStyle = raised
      context.fillRect(from, y, right - from, high)
      context.fillStyle = profileOutside
      const share = Number(volume) / Number(cells.largest)
      context.fillRect(from, y + high - 2, (right - from) * share, 2)
      const isControl = index === cells.control
      if (isControl) {
        context.strokeStyle = profileControl
        context.lineWidth = 1
        context.strokeRect(from + 0.5, y + 0.5, right - from - 1, high - 1)
      }
      if (high < font) continue
      context.fillStyle = isControl ? text : dim
      const size = shortSize(Number(volume) / 10 ** cells.amountScale, model.prices.numbers)
      context.fillText(size, right - gap, y + high / 2)
    }
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
