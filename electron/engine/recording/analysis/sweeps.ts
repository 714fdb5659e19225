import { formatDecimal } from '#shared/domain/base/decimal'
import type { FillCost } from '#shared/contract/recording/analysis'
import { costOf } from '#shared/domain/market/depth/index'
import { compareTimes, logTimeOf } from '../replay/log-time'
import { RecordingReader } from '../replay/recording-reader'
import { aligned } from './decimals'
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

/** What each fill's amount would have cost at once just before it, from the books of the log. By fill, which are in the order of time. */
export async function sweepCosts(
  log: string,
  fills: readonly (readonly [fill: Fill, quote: Quote | null])[],
  { market, staleAfter, signal, onShare }: SweepOptions
): Promise<readonly Sweep[]> {
  const reader = await RecordingReader.open(log)
  const sweeps: Sweep[] = []
  try {
    for (const [index, [fill, quote]] of fills.entries()) {
      signal.throwIfAborted()
      onShare(index / fills.length)
      sweeps.push(quote ? await sweepOf(reader, fill, quote) : nothing('gap'))
    }
  } finally {
    await reader.dispose()
  }
  return sweeps

  async function sweepOf({ from, to }: RecordingReader, fill: Fill, quote: Quote): Promise<Sweep> {
    const at = logTimeOf(fill.time - 1n)
    if (!from || !to || compareTimes(at, from) < 0 || compareTimes(at, to) > 0) return nothing('log')
    const position = await reader.seek(at, { staleAfter: () => staleAfter, markets: () => [], signal })
    try {
      const found = position.hub.market(market)
      const bid = found?.book.best('bids')
      const ask = found?.book.best('asks')
      const isSame = bid && ask && isEqual(bid.price, quote.bid) && isEqual(ask.price, quote.ask)
      // The log of that time was deleted.
      if (!found || found.state !== 'live' || !isSame) return nothing('log')
      const cost = costOf(found.book, fill.side === 'buy' ? 'asks' : 'bids', fill.amount, 'base')
      if (!cost?.complete || !cost.basisPoints) return nothing('size')
      return { sweepCost: formatDecimal(cost.basisPoints), sweepMissing: null }
    } finally {
      position.hub.dispose()
    }
  }
}

function isEqual(one: Quote['bid'], other: Quote['bid']): boolean {
  const [units, otherUnits] = aligned(one, other)
  return units === otherUnits
}
