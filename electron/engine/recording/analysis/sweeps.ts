import type { FillCost } from '#shared/contract/recording/analysis'
import { formatDecimal } from '#shared/domain/base/decimal'
import { costOf } from '#shared/domain/market/depth/index'
import { aligned } from './decimals'
import { LogBooks } from './log-books'
import type { Quote } from './quotes-at'
import type { Fill } from './read-fills'

type Sweep = Pick<FillCost, 'sweepCost' | 'sweepMissing'>

interface SweepOptions {
  readonly market: string
  readonly staleAfter: number
  readonly signal: AbortSignal
  readonly onShare: (share: number) => void
}

const nothing = (sweepMissing: Sweep['sweepMissing']): Sweep => ({ sweepCost: null, sweepMissing })

/**
 * The cost of each fill's amount just before it, from the books of the log. By fill, which are in the
 * order of time.
 */
export async function sweepCosts(
  log: string,
  fills: readonly (readonly [fill: Fill, quote: Quote | null])[],
  { market, staleAfter, signal, onShare }: SweepOptions
): Promise<readonly Sweep[]> {
  const books = await LogBooks.open(log, staleAfter)
  const sweeps: Sweep[] = []
  try {
    for (const [index, [fill, quote]] of fills.entries()) {
      signal.throwIfAborted()
      onShare(index / fills.length)
      sweeps.push(quote ? await sweepOf(fill, quote) : nothing('gap'))
    }
  } finally {
    await books.dispose()
  }
  return sweeps

  async function sweepOf(fill: Fill, quote: Quote): Promise<Sweep> {
    const found = await books.marketAt(market, fill.time - 1n, signal)
    const [bid, ask] = [found?.book.best('bids'), found?.book.best('asks')]
    const isSame = bid && ask && isEqual(bid.price, quote.bid) && isEqual(ask.price, quote.ask)
    // Otherwise the log of that time was deleted.
    if (!found || found.state !== 'live' || !isSame) return nothing('log')
    const cost = costOf(found.book, fill.side === 'buy' ? 'asks' : 'bids', fill.amount, 'base')
    if (!cost?.complete || !cost.basisPoints) return nothing('size')
    return { sweepCost: formatDecimal(cost.basisPoints), sweepMissing: null }
  }
}

function isEqual(one: Quote['bid'], other: Quote['bid']): boolean {
  const [units, otherUnits] = aligned(one, other)
  return units === otherUnits
}
