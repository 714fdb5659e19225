import { createReadStream } from 'node:fs'
import type { QuoteBeside } from '#shared/contract/records/conversions'
import { canonical, formatDecimal, parseDecimal } from '#shared/domain/base/decimal'
import { BestPrices } from '#shared/domain/market/best-prices'
import { dayMilliseconds, readLine } from './line'
import { MomentInDay, type Quote } from './moment'
import { dayFile, dayOf, keptDays } from './quote-files'
import { marketText } from '#shared/messages/market'

/** `lasting`: final. `passing`: will soon be known better. `over`: past the retention period. */
export type QuoteFound = QuoteBeside & { readonly standing: 'lasting' | 'passing' | 'over' }

interface Wanted {
  readonly folder: string
  readonly profileId: string
  readonly market: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly now: number
  /** Lines before this are final. */
  readonly firmBefore: number
}

/** The best prices at a time, or why they are unknown. */
export async function readQuote(wanted: Wanted): Promise<QuoteFound> {
  const { folder, profileId, market, at, now, firmBefore } = wanted
  if (!Number.isFinite(at)) return absent(marketText.quotes.invalidTime)
  if (at > now) return absent(marketText.quotes.future, 'passing')
  const day = dayOf(at)
  if (day <= dayOf(now) - keptDays) return absent(marketText.quotes.expired(keptDays), 'over')
  try {
    const inDay = new MomentInDay(at - day * dayMilliseconds)
    await readLines(dayFile(folder, profileId, market, day), inDay)
    const { result } = inDay
    if (result === 'unknown') return absent(marketText.quotes.notWatched(market))
    if (result === 'gap') return absent(marketText.quotes.notLive(market))
    const quote = quoteOf({ ...result, at: day * dayMilliseconds + result.at })
    return { ...quote, standing: at < firmBefore ? 'lasting' : 'passing' }
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT')
      return absent(marketText.quotes.notWatched(market))
    return absent(marketText.quotes.unreadable(market), 'passing')
  }
}

/** In pieces, because a day may have megabytes. */
async function readLines(file: string, into: MomentInDay): Promise<void> {
  let rest = ''
  for await (const piece of createReadStream(file, { encoding: 'latin1' }) as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n')
    rest = (lines.pop() ?? '').slice(0, 1000)
    for (const text of lines) {
      const line = readLine(text)
      if (line) into.add(line)
    }
  }
}

const absent = (sentence: string, standing: QuoteFound['standing'] = 'lasting'): QuoteFound => ({
  recorded: false,
  sentence,
  standing
})

/** Exact: the mid may have one more digit. */
export function quoteOf({ at, bid, ask }: Quote): QuoteBeside {
  const low = bid === null ? null : parseDecimal(bid)
  const high = ask === null ? null : parseDecimal(ask)
  const one = { recorded: true, at, bid, ask } as const
  if (!low || !high) return { ...one, mid: null, spread: null, spreadBasisPoints: null }
  const best = new BestPrices(low, high)
  const basisPoints = best.basisPoints(2)
  return {
    ...one,
    mid: formatDecimal(best.mid),
    spread: formatDecimal(canonical(best.spread)),
    spreadBasisPoints: basisPoints && formatDecimal(basisPoints)
  }
}
