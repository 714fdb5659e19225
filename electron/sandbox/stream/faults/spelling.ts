import { formatTime, formatTimeShortest, parseTime } from '#shared/domain/base/time'
import { type MarketMessage, type PriceLevel, writeMicroseconds } from '../../market/messages'

type Json = { [name: string]: unknown }

/** All spellings have the same meaning. */
interface SpellingChoice {
  readonly zeros: boolean
  readonly timeDigits: boolean
  readonly extraFields: boolean
  readonly skewed: boolean
}

const zeros = ['0', '0.0', '0.00', '0.00000000'] as const
/** The lead of the service's clock. */
const clockSkewMicroseconds = 300_000_000

/** Another spelling of the same number. */
function respell(decimal: string, turn: number): string {
  if (turn % 3 === 0) return decimal.includes('.') ? `${decimal}0` : `${decimal}.0`
  if (turn % 3 === 1) return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
  return decimal
}

/** Alternates spellings per connection and keeps times increasing. */
export class Spelling {
  #turn = 0
  readonly #lastTimes = new Map<string, bigint>()

  write(message: MarketMessage, choice: SpellingChoice): Json {
    this.#turn += 1
    const { kind, market } = message
    const time = this.#time(message, choice)
    const extra = choice.extraFields
      ? { sequence: this.#turn, venue: { name: 'aggregate', weight: null } }
      : {}
    const payload =
      kind === 'execution'
        ? { market, price: message.price, amount: message.amount, executed_at: time, ...extra }
        : {
            market,
            type: message.type,
            time,
            bids: message.bids.map((level) => this.#level(level, choice)),
            asks: message.asks.map((level) => this.#level(level, choice)),
            ...extra
          }
    const params = choice.extraFields ? { market, depth: 'full' } : { market }
    const channel = { type: kind === 'book' ? 'market_data' : 'execution_data', params }
    return choice.extraFields ? { id: `m${this.#turn}`, channel, payload, meta: [] } : { channel, payload }
  }

  #level({ price, amount }: PriceLevel, choice: SpellingChoice): Json {
    if (choice.zeros) {
      this.#turn += 1
      price = respell(price, this.#turn)
      amount = amount === '0' ? zeros[this.#turn % zeros.length]! : respell(amount, this.#turn)
    }
    return choice.extraFields ? { price, amount, orders: 3 } : { price, amount }
  }

  #time(message: MarketMessage, choice: SpellingChoice): string {
    const time = message.time + (choice.skewed ? clockSkewMicroseconds : 0)
    if (!choice.timeDigits) return writeMicroseconds(time)
    const key = `${message.kind} ${message.market}`
    const exact = BigInt(time) * 1000n + 500n
    const isSnapshot = message.kind === 'book' && message.type === 'SNAPSHOT'
    // Fewer digits truncate the time, which must stay after the previous one; a snapshot resets it.
    const last = isSnapshot ? -1n : (this.#lastTimes.get(key) ?? -1n)
    for (let digits = this.#turn % 10; digits < 9; digits += 1) {
      const text = formatTime(exact, digits)
      const value = parseTime(text)!
      if (value <= last) continue
      this.#lastTimes.set(key, value)
      return text
    }
    this.#lastTimes.set(key, exact)
    return formatTimeShortest(exact)
  }
}
