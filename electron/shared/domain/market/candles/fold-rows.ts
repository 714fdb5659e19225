import { startOf } from './intervals'
import { absorb, type LongCandle } from './long-candle'
import { storeNumber, type StoredNumber, type StoredRow } from './stored-row'

const nanosecondsInSecond = 1e9

/**
 * Folds candles into longer ones, oldest first. Candles of the same start are given in the order in which their trades
 * arrived.
 */
export function foldRows(rows: Iterable<StoredRow>, seconds: number): StoredRow[] {
  const folded = new Map<number, StoredRow>()
  for (const row of rows) {
    const start = startOf(row[0], seconds)
    const moved = startingAt(row, start)
    const before = folded.get(start)
    folded.set(start, before ? joinRows(before, moved) : moved)
  }
  return [...folded.values()].sort((one, other) => one[0] - other[0])
}

function startingAt(row: StoredRow, start: number): StoredRow {
  if (row[0] === start) return row
  const later = (row[0] - start) * nanosecondsInSecond
  const [, openAt, closeAt, ...rest] = row
  return [start, openAt + later, closeAt + later, ...rest]
}

/** With equal times, the first arrival opens and the last one closes. */
function joinRows(first: StoredRow, second: StoredRow): StoredRow {
  const opens = second[1] < first[1]
  const closes = second[2] >= first[2]
  return joinShort(first, second, opens, closes) ?? joinLong(first, second, opens, closes)
}

/** Null if a double cannot hold every number. */
function joinShort(first: StoredRow, second: StoredRow, opens: boolean, closes: boolean): StoredRow | null {
  if (first[4] !== second[4] || first[5] !== second[5]) return null
  const [high, otherHigh, low, otherLow] = [first[7], second[7], first[8], second[8]]
  const isShort =
    isNumber(high) && isNumber(otherHigh) && isNumber(low) && isNumber(otherLow) && isNumber(first[9])
  const volume = add(first[10], second[10])
  const buys = add(first[11], second[11])
  const sells = add(first[12], second[12])
  const notional = add(first[13], second[13])
  if (!isShort || volume === null || buys === null || sells === null || notional === null) return null
  return [
    first[0],
    opens ? second[1] : first[1],
    closes ? second[2] : first[2],
    first[3] + second[3],
    first[4],
    first[5],
    opens ? second[6] : first[6],
    Math.max(high, otherHigh),
    Math.min(low, otherLow),
    closes ? second[9] : first[9],
    volume,
    buys,
    sells,
    notional
  ]
}

const isNumber = (value: StoredNumber): value is number => typeof value === 'number'

function add(one: StoredNumber, other: StoredNumber): number | null {
  const sum = isNumber(one) && isNumber(other) ? one + other : NaN
  return Number.isSafeInteger(sum) ? sum : null
}

function joinLong(first: StoredRow, second: StoredRow, opens: boolean, closes: boolean): StoredRow {
  const [candle, other] = [longOf(first), longOf(second)]
  absorb(candle, other)
  if (opens) candle.open = other.open
  if (closes) candle.close = other.close
  return [
    first[0],
    opens ? second[1] : first[1],
    closes ? second[2] : first[2],
    first[3] + second[3],
    candle.priceScale,
    candle.amountScale,
    storeNumber(candle.open),
    storeNumber(candle.high),
    storeNumber(candle.low),
    storeNumber(candle.close),
    storeNumber(candle.volume),
    storeNumber(candle.buys),
    storeNumber(candle.sells),
    storeNumber(candle.notional)
  ]
}

export function longOf(row: StoredRow): LongCandle {
  return {
    priceScale: row[4],
    amountScale: row[5],
    open: BigInt(row[6]),
    high: BigInt(row[7]),
    low: BigInt(row[8]),
    close: BigInt(row[9]),
    volume: BigInt(row[10]),
    buys: BigInt(row[11]),
    sells: BigInt(row[12]),
    notional: BigInt(row[13])
  }
}
