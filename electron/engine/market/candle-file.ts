import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import { readStoredCandles, type CandleBook, type StoredCandles } from '#shared/domain/market/candles/index'
import { readJsonFile, writeAtomically } from '../base/files'

const version = 1
/** How every file of ours begins: enough of it to know whose it is without reading all. */
export const candleFileStart = `{"version":${version},`

/** Of each interval: enough for the figures of 24 hours, and little enough to be written often. */
const maxStored = 2000
/** A turn of the event loop is not to be held longer than a frame would notice. */
const rowsInTurn = 1000

const schemaOf = (market: string) =>
  v.looseObject({
    // Two names could in theory share a file; the candles of one are never taken for those of the other.
    market: v.literal(market),
    candles: v.custom<StoredCandles>((candles) => readStoredCandles(candles) !== null)
  })

interface StoredReading {
  readonly candles: StoredCandles | null
  /** Whether the file may be written from now on. */
  readonly writable: boolean
  /** A message for the user about the file. */
  readonly notice: string | null
}

export async function readCandleFile(file: string, market: string): Promise<StoredReading> {
  const schema = schemaOf(market)
  const { value, ...reading } = await readJsonFile(file, { schema, title: `${market} candles`, version })
  return { ...reading, candles: value?.candles ?? null }
}

/** One interval in a turn: thousands of rows at once would be felt. */
export async function restoreInTurns(candles: CandleBook, stored: StoredCandles): Promise<void> {
  for (const series of stored.series) {
    candles.restore({ spans: [], series: [series] })
    await nextTurn()
  }
  // Last, so that no time counts as watched whose trades are not there yet.
  candles.restore({ spans: stored.spans, series: [] })
}

/** `now` is where the running time of watching ends in the file. */
export async function writeCandleFile(
  file: string,
  market: string,
  candles: CandleBook,
  now: number
): Promise<void> {
  // All at once, so that no trade is in one interval and not yet in another.
  const stored = candles.toStored(now, maxStored)
  await writeAtomically(file, await textOf(market, stored))
}

/** A line for each candle, so that a person can read the file. */
async function textOf(market: string, { spans, series }: StoredCandles): Promise<string> {
  const parts: string[] = []
  for (const [interval, rows] of series) {
    const lines: string[] = []
    for (let index = 0; index < rows.length; index += rowsInTurn) {
      for (const row of rows.slice(index, index + rowsInTurn)) lines.push(JSON.stringify(row))
      await nextTurn()
    }
    parts.push(`[${JSON.stringify(interval)},[\n${lines.join(',\n')}\n]]`)
  }
  const head = `${candleFileStart}"market":${JSON.stringify(market)},"candles":{`
  return `${head}"spans":${JSON.stringify(spans)},"series":[\n${parts.join(',\n')}\n]}}\n`
}
