import type { LoggedItem } from '#engine/recording/log/lines'

/** Trades within the spread of a book that stands still, so many milliseconds apart. */
export function insideSpread(prices: readonly string[], pause = 1): LoggedItem[] {
  const begun = Date.UTC(2026, 0, 5, 9)
  const time = (number: number) => new Date(begun + number).toISOString()
  const levels = { bids: [{ price: '99', amount: '1' }], asks: [{ price: '102', amount: '1' }] }
  const channel = (type: string) => ({ type, params: { market: 'A' } })
  const events = [
    { event: 'clock', epoch: begun, start: true },
    { event: 'held', market: 'A' },
    { event: 'opened' },
    { event: 'subscribed', channel: { type: 'market_data', market: 'A' } },
    { event: 'subscribed', channel: { type: 'execution_data', market: 'A' } }
  ]
  const frames = [
    { channel: channel('market_data'), payload: { market: 'A', type: 'SNAPSHOT', time: time(0), ...levels } },
    ...prices.map((price, index) => ({
      channel: channel('execution_data'),
      payload: {
        market: 'A',
        price,
        amount: `${(index * 7919) % 10_007}.5`,
        executed_at: time(index * pause)
      }
    }))
  ]
  return [...events, ...frames].map((content, index) => ({
    seq: index + 1,
    milliseconds: begun + index * pause,
    nanoseconds: 0,
    kind: index < events.length ? 'e' : 'f',
    content: Buffer.from(JSON.stringify(content))
  }))
}
