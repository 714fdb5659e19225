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
  /** The price is a mean. */
  readonly isMean: boolean
}

const between = 8
const { price, vwap } = tapeText.columns

/** The column heads; at every width they show that sides are inferred, at the narrowest with a star. */
export function headWords(
  columns: TapeColumns,
  { zone, base, quote, isMean }: HeadTitles,
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
  const own = isMean ? vwap : price
  const marked = tapeText.columns.sideMarks.map((mark) => own + mark)
  const fitting = marked.find((text) => widthOf(text) <= free) ?? marked.at(-1)!
  words.push({ text: sideLeft === null ? fitting : own, at: priceRight, align: 'right' })
  const withUnit = (name: string, unit: string | null, room: number) => {
    const whole = unit === null ? name : `${name} ${unit}`
    return widthOf(whole) <= room ? whole : name
  }
  words.push({
    text: withUnit(tapeText.columns.size, base, sizeRight - priceRight - between),
    at: sizeRight,
    align: 'right'
  })
  if (valueRight !== null)
    words.push({
      text: withUnit(tapeText.columns.value, quote, valueRight - sizeRight - between),
      at: valueRight,
      align: 'right'
    })
  return words
}
