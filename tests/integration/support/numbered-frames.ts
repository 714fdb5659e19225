/** Frames of one market as the service sends them, each with a number: updates, a few trades, a snapshot at times. */
const market = 'BTCUSD'
const [tradeEvery, snapshotEvery] = [7, 1000]

/** What an app records before the frames. */
export const subscription: readonly Readonly<Record<string, unknown>>[] = [
  { event: 'held', market },
  { event: 'opened' },
  { event: 'subscribed', channel: { type: 'market_data', market } },
  { event: 'subscribed', channel: { type: 'execution_data', market } }
]

export const numberedMarkets: readonly string[] = [market]

const level = (price: number, number: number) => ({
  price: (price / 100).toFixed(2),
  amount: ((number * 7919) % 100_003) / 1000 + ''
})

/** @param more besides the service's fields */
export function numberedFrame(number: number, more: Readonly<Record<string, unknown>> = {}): Buffer {
  const time = new Date().toISOString()
  const channel = (type: string) => ({ type, params: { market } })
  const bid = level(6_400_000 - (number % 300), number)
  if (number % tradeEvery === 3) {
    const payload = { market, price: bid.price, amount: '0.5', executed_at: time }
    return Buffer.from(JSON.stringify({ channel: channel('execution_data'), payload, number, ...more }))
  }
  const type = number % snapshotEvery === 0 ? 'SNAPSHOT' : 'UPDATE'
  const payload = { market, type, time, bids: [bid], asks: [level(6_400_100 + (number % 300), number)] }
  return Buffer.from(JSON.stringify({ channel: channel('market_data'), payload, number, ...more }))
}
