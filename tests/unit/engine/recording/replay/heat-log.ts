import type { LoggedItem } from '#engine/recording/log/lines'
import type { FuzzRandom } from '../../../shared/wire/fuzz/random'

export const heatMarkets = ['BTCUSD', 'ETHUSD']
const begun = Date.UTC(2026, 0, 5, 8, 50)

/** Hours of two markets that move, with a lost connection, missing items, and runs of the app. */
export function heatItems(random: FuzzRandom, hours: number): LoggedItem[] {
  const items: LoggedItem[] = []
  let at = begun
  const add = (kind: LoggedItem['kind'], content: object) => {
    const item = { seq: items.length + 1, milliseconds: at, nanoseconds: random.below(1e6), kind }
    items.push({ ...item, content: Buffer.from(JSON.stringify(content)) })
  }
  const mids = new Map(heatMarkets.map((market, index) => [market, 20_000 + index * 5000]))
  const level = (market: string, away: number) => ({
    price: ((mids.get(market)! + away) / 100).toFixed(2),
    amount: (random.below(100_000) / 1000).toFixed(3)
  })
  const book = (market: string, type: string, levels: number, reach: number) => {
    const side = (sign: number) =>
      Array.from({ length: levels }, () => level(market, sign * (1 + random.below(reach))))
    const time = `${new Date(at).toISOString().slice(0, -1)}001Z`
    add('f', {
      channel: { type: 'market_data', params: { market } },
      payload: { market, type, time, bids: side(-1), asks: side(1) }
    })
  }
  const begin = () => {
    add('e', { event: 'clock', epoch: at, start: true })
    for (const market of heatMarkets) add('e', { event: 'held', market })
    open()
  }
  const open = () => {
    add('e', { event: 'opened' })
    for (const market of heatMarkets) {
      for (const type of ['market_data', 'execution_data'])
        add('e', { event: 'subscribed', channel: { type, market } })
      book(market, 'SNAPSHOT', 60, 300)
    }
  }
  begin()
  while (at < begun + hours * 3_600_000) {
    at += random.chance(300) ? random.below(90_000) : 100 + random.below(2500)
    const market = random.pick(heatMarkets)
    mids.set(market, mids.get(market)! + random.below(5) - 2)
    if (random.chance(1500)) {
      add('e', { event: 'lost' })
      at += random.below(60_000)
      open()
    } else if (random.chance(1200)) add('g', { dropped: 3 })
    else if (random.chance(2500)) {
      at += random.below(900_000)
      begin()
    } else book(market, random.chance(50) ? 'SNAPSHOT' : 'UPDATE', random.chance(50) ? 60 : 2, 300)
  }
  return items
}
