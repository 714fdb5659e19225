import type { Grouping } from './trade-row'

/** Where the columns of the tape are, in CSS pixels. */
export interface TapeColumns {
  readonly font: number
  /** The drawn part of hh:mm:ss.mmm: the number of characters and the first one. */
  readonly time: { readonly from: number; readonly length: number }
  readonly left: number
  /** The position of the side in words; null if there is no room. */
  readonly sideLeft: number | null
  readonly markLeft: number
  readonly priceRight: number
  readonly countRight: number
  readonly sizeRight: number
  /** The number of characters that a size has room for. */
  readonly sizeLength: number
  readonly valueRight: number | null
  /** The edges of the row, which is centred in a wider list. */
  readonly start: number
  readonly right: number
}

interface TapeWidths {
  readonly priceLength: number
  readonly sizeLength: number
  /** 0 if the value is hidden. */
  readonly valueLength: number
  readonly grouping: Grouping
}

/** Of 54.2k, with a space. */
const moneyLength = 6
/** Of hh:mm:ss. */
const secondsLength = 8
const markWidth = 10
const sideWidth = 92
/** The widest gap between columns: beyond it a row is hard to follow. */
const maxGap = 44
/** The characters of a size that are always drawn; the table has the rest. */
const minSize = 6

interface Step {
  readonly font: number
  readonly from: number
  readonly length: number
  /** The padding of the row and the gap between its columns. */
  readonly pad: number
  readonly gap: number
  /** The number of characters for the count of prints or an amount of money. */
  readonly between: number
  readonly side: boolean
  readonly value: boolean
  /** A size longer than its room is cut with an ellipsis. */
  readonly cut: boolean
}

const whole: Step = {
  font: 12,
  from: 0,
  length: 12,
  pad: 7,
  gap: 6,
  between: 2,
  side: true,
  value: true,
  cut: false
}
const toSecond: Step = { ...whole, length: 8, side: false, value: false }
const close: Step = { ...toSecond, font: 10, pad: 5, gap: 4, between: 0 }
const toMinute: Step = { ...close, from: 3, length: 5, cut: true }

/**
 * Columns dropped as the tape narrows: value, side words, money of large trades, milliseconds, print count, type size;
 * the price stays to the end.
 */
const steps: readonly Step[] = [
  whole,
  { ...whole, value: false, between: moneyLength },
  { ...whole, value: false, side: false, between: moneyLength },
  { ...whole, value: false, side: false },
  { ...whole, value: false, side: false, font: 11 },
  toSecond,
  { ...toSecond, font: 11 },
  { ...toSecond, font: 11, between: 0 },
  close,
  { ...close, cut: true },
  toMinute,
  { ...toMinute, length: 0 }
]

export function tapeColumns(
  width: number,
  { priceLength, sizeLength, valueLength, grouping }: TapeWidths,
  figure: (font: number) => number
): TapeColumns {
  for (const step of steps) {
    const { pad, gap } = step
    const one = figure(step.font)
    const length = grouping === 'second' ? Math.min(step.length, secondsLength) : step.length
    const time = length === 0 ? 0 : length * one + gap
    const side = step.side ? sideWidth + gap : 0
    const isRoomNeeded = step.between > 0 && (grouping !== 'none' || step.between === moneyLength)
    const count = isRoomNeeded ? step.between * one + 2 : 0
    const price = markWidth + priceLength * one
    const size = (step.cut ? Math.min(minSize, sizeLength) : sizeLength) * one
    const value = step.value ? valueLength * one + gap : 0
    const needed = 2 * pad + time + side + price + gap + count + size + value
    if ((needed > width || (step.value && valueLength === 0)) && step !== steps.at(-1)) continue
    const places = 2 + (step.side ? 1 : 0) + (step.value ? 1 : 0)
    const spare = step.cut ? 0 : Math.min(Math.max(0, width - needed) / places, maxGap)
    const taken = needed + (step.cut ? Math.max(0, width - needed) : places * spare)
    const left = pad + Math.max(0, Math.floor((width - taken) / 2))
    const sideLeft = step.side ? left + time + spare : null
    const markLeft = left + time + side + (places - (step.value ? 2 : 1)) * spare
    const priceRight = markLeft + price
    const countRight = priceRight + gap + count
    const right = Math.min(width, left - pad + taken)
    const valueRight = step.value ? right - pad : null
    const sizeRight = right - pad - (step.value ? value + spare : 0)
    const room = Math.floor((sizeRight - priceRight - gap) / one + 1e-6)
    return {
      font: step.font,
      time: { from: step.from, length },
      start: left - pad,
      left,
      sideLeft,
      markLeft,
      priceRight,
      countRight,
      sizeRight,
      sizeLength: Math.max(0, room),
      valueRight,
      right
    }
  }
  throw new RangeError('There is always a last step.')
}

/** Cut with an ellipsis at the end. */
export const cutTo = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1))}…`
