import * as v from 'valibot'
import {
  bookFigures,
  FigureSums,
  heatBins,
  HeatColumn,
  sizeText,
  type ColumnSums
} from '#shared/domain/market/heat/index'
import { intervalSeconds } from '#shared/domain/market/candles/intervals'
import type { LoggedItem } from '../log/lines'
import { nanosecondsOf } from '../replay/log-time'
import { columnSums } from '../replay/saved-heat'

/** Of a minute, what is drawn; of the others, what adds up to longer ones. */
export const storedIntervals = ['1m', '5m', '1h'] as const
export type StoredInterval = (typeof storedIntervals)[number]

/** A line of a file of heat. After a reset, what came before is not used. */
type RecordedHeat =
  | { readonly interval: '1m'; readonly column: HeatColumn }
  | { readonly interval: '5m' | '1h'; readonly column: ColumnSums }
  | { readonly interval: 'reset' }

const minute = intervalSeconds['1m'] * 1000

export function formatHeat(
  item: LoggedItem,
  market: string,
  interval: StoredInterval,
  { start, seen, bin, first, bid, ask, sums, times, figures }: ColumnSums
): string {
  const head = [item.seq, nanosecondsOf(item), market, interval, start, seen, bin, first, bid, ask]
  const means = () => listOf(sums, (sum, index) => sizeText(sum / times[index]!))
  if (interval === '1m') return line([...head, means(), null, figures?.join(' ')])
  const isEven = times.every((time) => time === seen)
  return line([...head, listOf(sums, String), isEven ? null : listOf(times, String), figures?.join(' ')])
}

export const formatReset = (item: LoggedItem, market: string): string =>
  line([item.seq, nanosecondsOf(item), market, 'reset'])

/** Null for anything that is not written here. */
export function parseHeat(fields: readonly string[]): RecordedHeat | null {
  const [, , , interval, start, seen, bin, first, bid, ask, values, times, figures] = fields
  if (interval === 'reset') return { interval }
  if (interval !== '1m' && interval !== '5m' && interval !== '1h') return null
  const numbers = numbersOf(values)
  const checked = v.safeParse(columnSums, {
    start: Number(start),
    seen: Number(seen),
    bin: Number(bin),
    first: Number(first),
    bid: quoteOf(bid),
    ask: quoteOf(ask),
    sums: numbers,
    times: times ? numbersOf(times) : numbers.map(() => Number(seen)),
    figures: figures ? figures.split(' ', 2 + bookFigures.length).map(Number) : null
  })
  if (!checked.success || checked.output.start % intervalSeconds[interval] !== 0) return null
  return interval === '1m'
    ? { interval, column: minuteOf(checked.output) }
    : { interval, column: checked.output }
}

function minuteOf({ start, seen, bin, first, bid, ask, sums, figures }: ColumnSums): HeatColumn {
  const column = new HeatColumn()
  column.sizes.set(sums)
  const figured = new FigureSums()
  figured.restore(figures ?? [])
  figured.read(column.figures)
  return Object.assign(column, {
    start,
    seen: Math.min(1, seen / minute),
    bin,
    first,
    bid: bid ?? NaN,
    ask: ask ?? NaN,
    figured: figured.time
  })
}

const line = (fields: readonly unknown[]) => fields.map((field) => String(field ?? '')).join('\t') + '\n'

/** Nothing stands for zero. */
const listOf = (values: readonly number[], textOf: (value: number, index: number) => string) =>
  values.map((value, index) => (value === 0 ? '' : textOf(value, index))).join(' ')

/** None for a list of another length. */
function numbersOf(list = ''): number[] {
  const numbers = list.split(' ', heatBins + 1).map(Number)
  return numbers.length === heatBins ? numbers : []
}

const quoteOf = (text = '') => (text === '' ? null : Number(text))
