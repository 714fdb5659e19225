import type { ItemKind, LoggedItem } from '#engine/recording/log/lines'
import { logTimeOf } from '#engine/recording/replay/log-time'
import type { FuzzRandom } from '../../../shared/wire/fuzz/random'

export const markets = ['BTC/USD', 'ŁÓDŹ-USD']
const began = 1_774_346_400_000_000_000n

/** Cut to some digits, as services do. */
function timeText(nanoseconds: bigint, digits: number): string {
  const seconds = new Date(Number(nanoseconds / 1_000_000_000n) * 1000).toISOString().slice(0, 19)
  const fraction = String(nanoseconds % 1_000_000_000n)
    .padStart(9, '0')
    .slice(0, digits)
  return digits === 0 ? `${seconds}Z` : `${seconds}.${fraction}Z`
}

/**
 * What a session records in which books are lost, refused, resynchronized and crossed: updates before and after their
 * snapshot, late ones, frames of no form, and items that are missing.
 *
 * @param calm how many times as rarely
 */
export function evidenceLog(random: FuzzRandom, messages: number, calm = 1): LoggedItem[] {
  const happens = (one: number) => random.chance(one * calm)
  const items: LoggedItem[] = []
  let at = began
  let seq = 1
  const add = (kind: ItemKind, content: string) => {
    at += BigInt(random.below(4_000_000))
    items.push({ seq: seq++, ...logTimeOf(at), kind, content: Buffer.from(content) })
  }
  const event = (value: object) => add('e', JSON.stringify(value))
  const frame = (market: string, type: string, payload: object) => {
    const text = JSON.stringify({ channel: { type, params: { market } }, payload: { market, ...payload } })
    // A binary frame, or one over several lines.
    if (random.chance(50)) add('b', text.replace('{', '{\n'))
    else add('f', text)
  }
  const amount = () => (random.chance(4) ? '0' : `${1 + random.below(9)}.${random.below(1000)}`)
  const level = (side: 'bids' | 'asks', crosses = false) => {
    const distance = random.below(4000)
    const cents = (side === 'bids') === !crosses ? 9_999_999 - distance : 10_000_001 + distance
    return { price: (cents / 100).toFixed(2), amount: amount() }
  }
  const book = (
    market: string,
    type: 'SNAPSHOT' | 'UPDATE',
    time = at,
    digits = random.pick([9, 6, 6, 6, 3])
  ) => {
    const count = type === 'SNAPSHOT' ? 30 : 4
    const levels = (side: 'bids' | 'asks') =>
      Array.from({ length: random.below(count) }, () => level(side, happens(4000)))
    const sides = { bids: levels('bids'), asks: levels('asks') }
    frame(market, 'market_data', { type, time: timeText(time, digits), ...sides })
  }
  const channels = (of: string, change: string) =>
    event({ event: change, channel: { type: 'market_data', market: of } })
  /** Some updates overtake the snapshot. */
  const begin = (market: string) => {
    channels(market, 'subscribed')
    for (let count = random.below(4); count > 0; count--)
      book(market, 'UPDATE', at + BigInt(random.below(3) - 1) * 3_000_000n)
    const taken = at
    const digits = random.pick([3, 6, 9])
    book(market, 'SNAPSHOT', taken, digits)
    // Late ones: earlier than the snapshot, or perhaps not.
    if (random.chance(2)) book(market, 'UPDATE', taken, digits)
    if (random.chance(2)) book(market, 'UPDATE', taken - 2_000_000n)
  }
  const start = () => {
    event({ event: 'clock', epoch: Number(at / 1_000_000n) - 50, start: true })
    for (const market of markets) event({ event: 'held', market })
    event({ event: 'opened' })
    for (const market of markets) begin(market)
  }
  const resync = (market: string) => {
    channels(market, 'closing')
    if (random.chance(2)) book(market, 'UPDATE')
    channels(market, 'closed')
    begin(market)
  }
  start()
  for (let count = 0; count < messages; count++) {
    const market = random.pick(markets)
    if (random.chance(5)) {
      const { price } = level(random.pick(['bids', 'asks']))
      const executed_at = timeText(at - BigInt(random.below(2_000_000)), 6)
      frame(market, 'execution_data', { price, amount: `${1 + random.below(50)}`, executed_at })
    } else book(market, 'UPDATE')
    if (happens(150)) resync(market)
    if (happens(300)) book(market, 'SNAPSHOT')
    if (happens(300)) add('f', `{"channel":{"type":"market_data","params":{"market":"${market}"}},"pay`)
    if (happens(600)) {
      event({ event: 'lost' })
      book(market, 'UPDATE')
      event({ event: 'opened' })
      for (const each of markets) begin(each)
    }
    if (happens(800)) {
      const channel = { type: 'market_data', market }
      event({ event: 'refused', channel, code: 'unknown_market' })
      event({ event: 'retried', market })
      begin(market)
    }
    if (happens(900)) {
      seq += 7
      add('g', '{"dropped":7}')
    }
    if (happens(1000)) at += 20_000_000_000n
    if (happens(1500)) start()
  }
  return items
}
