import { canonicalDecimal } from '#shared/domain/base/decimal'
import { formatDecimal } from '../../../lib/format/number'
import type { PriceText } from '../price-text'
import { isUnderLegend } from './covered'

const maxPlaces = 8
const plain = (value: number) => canonicalDecimal(value.toFixed(maxPlaces)) ?? ''
const placesOf = (text: string) => text.split('.')[1]?.length ?? 0

/** The labels of ratios and spreads. */
export class SumAxis {
  /** Once there is a series. */
  heightOf: (value: number) => number | null = () => null
  /** Of the labels. */
  #places = 0

  constructor(private readonly prices: PriceText) {}

  /** Of the crosshair: a digit more than the labels have, because it may be between any two values. */
  shown = (value: number): string => {
    const places = Math.min(maxPlaces, this.#places + 1)
    return formatDecimal(value.toFixed(places), this.prices.numbers, { places })
  }

  /** With as many decimals as the longest. */
  shownMany = (values: readonly number[]): string[] => {
    const texts = values.map(plain)
    const places = (this.#places = Math.max(0, ...texts.map(placesOf)))
    return texts.map((text, at) =>
      isUnderLegend(this.heightOf(values[at]!)) ? '' : formatDecimal(text, this.prices.numbers, { places })
    )
  }
}
