import type { ISeriesApi, ISeriesPrimitiveAxisView } from 'lightweight-charts'
import type { Look } from '../../../lib/canvas'
import type { LastPrice } from '../last-price'
import { Layer, nowhere } from '../layer'
import type { PriceText } from '../price-text'
import type { Target } from '../target'
import type { ShownProfile } from './shown-profile'
import { placeTags, tagNames, type TagName } from './tags'
import { drawnPrice } from './value-area'

interface Sources {
  readonly profile: () => ShownProfile | null
  readonly last: () => LastPrice | null
  readonly series: ISeriesApi<'Candlestick'>
  readonly prices: PriceText
  readonly look: () => Look
  /** Of the pane. */
  readonly height: () => number
  /** Kept free at the bottom of the pane. */
  readonly below: number
}

/** Of the pane's width. */
const widest = 0.24
const labelHigh = 16

type Tags = Partial<Record<TagName, number>>

interface Placed {
  readonly of: readonly (number | null)[]
  readonly tags: Tags
  /** Of a price. */
  readonly letters: number
}

/** Bars at the right edge: what was traded at each price. */
export class ProfileLayer extends Layer<Sources> {
  /** The tags, and what their places follow from. */
  #placed: Placed = { of: [], tags: {}, letters: 0 }
  readonly #priceViews: readonly ISeriesPrimitiveAxisView[] = tagNames.map((name) => ({
    coordinate: () => nowhere,
    fixedCoordinate: () => this.#tags()[name] ?? nowhere,
    visible: () => this.#tags()[name] !== undefined,
    tickVisible: () => false,
    // As wide as the prices of the axis, of which it would leave a part.
    text: () => name.padEnd(this.#placed.letters),
    textColor: () => this.sources.look().panel,
    backColor: () => {
      const { profileControl, profileValue } = this.sources.look()
      return name === 'POC' ? profileControl : profileValue
    }
  }))

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return this.#priceViews
  }

  /** The library asks for each tag several times whenever it draws. */
  #tags(): Tags {
    const { profile, last, series, prices, height } = this.sources
    const binned = profile()?.binned
    if (!binned) return {}
    const y = (index: bigint) => series.priceToCoordinate(drawnPrice(binned, index))
    const value = last()?.value
    const [VAH, VAL] = [y(binned.high + 1n), y(binned.low)]
    const POC = middle(y(binned.control), y(binned.control + 1n))
    const room = { last: value === undefined ? null : series.priceToCoordinate(value), height: height() }
    const of = [VAH, POC, VAL, room.last, room.height]
    if (!of.every((each, at) => each === this.#placed.of[at])) {
      const letters = prices.shown(drawnPrice(binned, binned.control)).length
      this.#placed = { of, tags: placeTags({ VAH, POC, VAL }, room), letters }
    }
    return this.#placed.tags
  }

  protected override bottom(target: Target): void {
    const { profile, series, look } = this.sources
    const bars = profile()?.bars
    if (!bars) return
    target.useBitmapCoordinateSpace(({ context, bitmapSize, verticalPixelRatio }) => {
      const { profileValue, profileOutside, profileControl } = look()
      const largest = Number(bars.largest)
      const edge = (index: bigint) => {
        const y = series.priceToCoordinate(drawnPrice(bars, index))
        return y === null ? null : Math.round(y * verticalPixelRatio)
      }
      for (const { index, volume } of bars.bins) {
        const [top, bottom] = [edge(index + 1n), edge(index)]
        if (top === null || bottom === null || bottom < 0 || top > bitmapSize.height) continue
        const isValue = index >= bars.low && index <= bars.high
        context.fillStyle = index === bars.control ? profileControl : isValue ? profileValue : profileOutside
        const wide = Math.max(1, Math.round((Number(volume) / largest) * widest * bitmapSize.width))
        // A gap between bars that are high enough.
        const high = Math.max(1, bottom - top - (bottom - top > 2 ? 1 : 0))
        context.fillRect(bitmapSize.width - wide, bottom - high, wide, high)
      }
    })
  }

  protected override top(target: Target): void {
    const { profile, look, below } = this.sources
    const words = profile()?.words ?? ''
    if (words === '') return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const { dim, panel, words: font } = look()
      context.font = `400 11px ${font}`
      const wide = context.measureText(words).width
      if (wide + 16 > mediaSize.width || mediaSize.height < below + 4 * labelHigh) return
      const left = 8
      const bottom = mediaSize.height - below
      context.textBaseline = 'middle'
      context.fillStyle = panel
      context.fillRect(left - 4, bottom - labelHigh - 3, wide + 8, labelHigh)
      context.fillStyle = dim
      context.fillText(words, left, bottom - labelHigh / 2 - 2.5)
    })
  }
}

const middle = (one: number | null, other: number | null) =>
  one === null || other === null ? null : (one + other) / 2
