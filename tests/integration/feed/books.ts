import type { LiveMarket } from '#engine/market/types'
import type { startSandbox } from '#sandbox/index'
import { canonicalDecimal, formatDecimal } from '#shared/domain/base/decimal'
import { plainBook } from '../support/recorded-book'

type Sandbox = Awaited<ReturnType<typeof startSandbox>>

export async function control<T>({ description }: Sandbox, method: string, words: string): Promise<T> {
  const { control_url, control_key } = description
  const response = await fetch(`${control_url}/${words}`, {
    method,
    headers: { authorization: `Bearer ${control_key}` }
  })
  return (await response.json()) as T
}

/** The sandbox's own book. */
export const trueBook = async (sandbox: Sandbox, market: string) =>
  plainBook(await control(sandbox, 'GET', `books/${market}`))

export function shownBook(market: LiveMarket | undefined) {
  const side = (name: 'bids' | 'asks') =>
    (market?.book.levels(name, 100_000) ?? []).map(({ price, amount }) => [
      canonicalDecimal(formatDecimal(price)),
      canonicalDecimal(formatDecimal(amount))
    ])
  return { bids: side('bids'), asks: side('asks') }
}

export interface PlainTrade {
  readonly price: string
  readonly amount: string
  readonly executed_at: string
}

/** Of a line of a log that this test recorded; null if it is none. */
export const recordedTrade = (kind: string | undefined, text: string) =>
  kind === 'f' && text.includes('executed_at')
    ? (JSON.parse(text) as { readonly payload: PlainTrade & { readonly market: string } }).payload
    : null

/** As the sandbox sent them since a time. */
export async function trueTrades(sandbox: Sandbox, market: string, since: string): Promise<string[]> {
  const words = `trades/${market}?since=${encodeURIComponent(since)}`
  const { trades } = await control<{ trades: readonly PlainTrade[] }>(sandbox, 'GET', words)
  return trades.map(({ price, amount }) => `${canonicalDecimal(price)} ${canonicalDecimal(amount)}`)
}

export function shownTrades({ tape }: LiveMarket): string[] {
  return Array.from({ length: tape.arrivals }, (_, index) => {
    const { price, amount } = tape.tradeAt(index)!
    return `${canonicalDecimal(formatDecimal(price))} ${canonicalDecimal(formatDecimal(amount))}`
  })
}
