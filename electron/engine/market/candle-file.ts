import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import { readStoredCandles, type CandleBook, type StoredCandles } from '#shared/domain/market/candles/index'
import { readJsonFile, writeAtomically } from '../base/files'

const version = 1
/** Identifies our files by their first bytes. */
export const candleFileStart = `{"version":${version},`

/** Per interval: enough for 24 hours. */
const maxStored = 2000
/** Limits the time per turn of the event loop. */
const rowsInTurn = 1000

const schemaOf = (market: string) =>
  v.looseObject({
    // Two names could share a file, so the market is checked.
    market: v.literal(market),
    candles: v.custom<StoredCandles>((candles) => readStoredCandles(candles) !== null)
  })

interface StoredReading {
  readonly candles: StoredCandles | null
  readonly writable: boolean
  /** A message for the user, or null. */
  readonly notice: string | null
}

export async function readCandleFile(file: string, market: string): Promise<StoredReading> {
  const schema = schemaOf(market)
  const { value, ...reading } = await readJsonFile(file, { schema, title: `${market} candles`, version })
  return { ...reading, candles: value?.candles ?? null }
}

/** One interval per turn, to keep the loop responsive. */
export async function restoreInTurns(candles: CandleBook, stored: StoredCandles): Promise<void> {
  for (const series of stored.series) {
    candles.restore({ spans: [], series: [series] })
    await nextTurn()
  }
  // Last, so that no period counts as watched before its trades are loaded.
  candles.restore({ spans: stored.spans, series: [] })
}

/** `now` ends the current coverage in the file. */
export async function writeCandleFile(
  file: string,
  market: string,
  candles: CandleBook,
  now: number
): Promise<void> {
  // At once, so that all intervals contain the same trades.
  const stored = candles.toStored(now, maxStored)
  await writeAtomically(file, await textOf(market, stored))
}

/** One candle per line, so that the file is readable. */
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
