import { tapeText } from '../../messages/panels/trades'
import type { TapeColumns } from './columns'

interface HeadWord {
  readonly text: string
  readonly at: number
  readonly align: 'left' | 'right'
}

interface HeadTitles {
  /** Its zone: "UTC". */
  readonly zone: string
  readonly base: string | null
  readonly quote: string | null
}

const between = 8
const prices = [
  tapeText.columns.priceSideInferred,
  tapeText.columns.priceInferred,
  tapeText.columns.priceMarked
] as const

/** The column heads; at every width they show that sides are inferred, at the narrowest with a star. */
export function headWords(
  columns: TapeColumns,
  { zone, base, quote }: HeadTitles,
  widthOf: (text: string) => number
): readonly HeadWord[] {
  const { time, left, sideLeft, markLeft, priceRight, sizeRight, valueRight } = columns
  const words: HeadWord[] = []
  let from = left
  if (time.length > 0) {
    const text = time.length > 8 ? tapeText.columns.time(zone) : zone
    words.push({ text, at: left, align: 'left' })
    from = left + widthOf(text) + between
  }
  if (sideLeft !== null) {
    words.push({ text: tapeText.columns.sideInferred, at: sideLeft, align: 'left' })
    from = markLeft
  }
  const free = priceRight - from
  const fitting = prices.find((text) => widthOf(text) <= free) ?? prices[2]
  words.push({ text: sideLeft === null ? fitting : tapeText.columns.price, at: priceRight, align: 'right' })
  const own = (name: string, unit: string | null, room: number) => {
    const whole = unit === null ? name : `${name} ${unit}`
    return widthOf(whole) <= room ? whole : name
  }
  words.push({
    text: own(tapeText.columns.size, base, sizeRight - priceRight - between),
    at: sizeRight,
    align: 'right'
  })
  if (valueRight !== null)
    words.push({
      text: own(tapeText.columns.value, quote, valueRight - sizeRight - between),
      at: valueRight,
      align: 'right'
    })
  return words
}
