import { logTimeOf } from '#engine/recording/replay/log-time'
import type { ItemKind, LoggedItem } from '#engine/recording/log/lines'
import type { FuzzRandom } from '../../../unit/shared/wire/fuzz/random'

/** Markets by their decimals; the last one has numbers that fit no decimal column. */
const decimalsOf: Readonly<Record<string, number>> = {
  'BTC/USD': 2,
  eurusd: 5,
  'WEI.ETH': 18,
  'Ä Ö': 8,
  LONG: 25
}
export const exactMarkets = Object.keys(decimalsOf)

const began = 1_767_603_600_123_456_789n
const million = 1_000_000n

/** A number with these decimals; some are beyond 2^53, some whole, some zero. */
function numberOf(random: FuzzRandom, decimals: number): string {
  const digits = Array.from({ length: decimals }, () => random.below(10)).join('')
  const whole = random.chance(3)
    ? `${9_007_199_254_740_993n + BigInt(random.below(1000))}`
    : String(random.below(90))
  if (decimals > 18 && random.chance(40)) return `${1 + random.below(9)}23456789012345678901234567890`
  return random.chance(8) ? whole : `${whole}.${digits}`
}

function timeText(nanoseconds: bigint): string {
  const seconds = new Date(Number(nanoseconds / 1_000_000_000n) * 1000).toISOString().slice(0, 19)
  return `${seconds}.${String(nanoseconds % 1_000_000_000n).padStart(9, '0')}Z`
}

/** A log of the form that runs of the app record, with numbers of any length, gaps and frames that are not ours. */
export function exactLog(random: FuzzRandom, messages: number): LoggedItem[] {
  const items: LoggedItem[] = []
  let at = began
  let seq = 1
  const add = (kind: ItemKind, content: string) => {
    at += BigInt(random.below(3_000_000))
    items.push({ seq: seq++, ...logTimeOf(at), kind, content: Buffer.from(content) })
  }
  const event = (value: object) => add('e', JSON.stringify(value))
  const start = () => {
    event({ event: 'clock', epoch: Number(at / million) - 50, start: true })
    for (const market of exactMarkets) event({ event: 'held', market })
    event({ event: 'opened' })
    for (const market of exactMarkets)
      for (const type of ['market_data', 'execution_data'])
        event({ event: 'subscribed', channel: { type, market } })
    for (const market of exactMarkets) add('f', bookFrame(market, 'SNAPSHOT'))
  }
  const level = (market: string) => {
    const decimals = decimalsOf[market]!
    const amount = random.chance(4) ? '0' : numberOf(random, decimals)
    return { price: numberOf(random, decimals).replace(/^0(?=\.|$)/, '1'), amount }
  }
  const levels = (market: string, max: number) =>
    Array.from({ length: random.below(max) }, () => level(market))
  const frame = (type: string, market: string, payload: object) =>
    JSON.stringify({ channel: { type, params: { market } }, payload: { market, ...payload } })
  const bookFrame = (market: string, type: string) =>
    frame('market_data', market, {
      type,
      time: timeText(at),
      bids: levels(market, 6),
      asks: levels(market, 6)
    })
  start()
  for (let count = 0; count < messages; count++) {
    const market = exactMarkets[random.below(exactMarkets.length)]!
    if (random.chance(4)) {
      const { price, amount } = level(market)
      add(
        'f',
        frame('execution_data', market, {
          price,
          amount: amount === '0' ? '1' : amount,
          executed_at: timeText(at)
        })
      )
    } else add('f', bookFrame(market, random.chance(20) ? 'SNAPSHOT' : 'UPDATE'))
    if (random.chance(200)) add('f', bookFrame(market, 'UPDATE').slice(0, 60))
    if (random.chance(300)) event({ event: 'lost' })
    if (random.chance(300)) start()
    if (random.chance(400)) {
      seq += 7
      add('g', '{"dropped":7}')
    }
  }
  return items
}
