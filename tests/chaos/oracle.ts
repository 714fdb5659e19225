/**
 * The books and trades of a recording, from the lines of its log and the service's description alone: plain BigInt and
 * sorted lists, and nothing of the engine.
 */
const digits = 60
const million = 1_000_000n

export interface OracleLevel {
  readonly price: bigint
  readonly amount: bigint
}

interface OracleTrade extends OracleLevel {
  /** Nanoseconds since the epoch. */
  readonly at: bigint
}

interface Change {
  readonly time: Moment
  readonly bids: readonly OracleLevel[]
  readonly asks: readonly OracleLevel[]
}

interface Moment {
  readonly at: bigint
  /** Digits after the second. */
  readonly precision: number
}

interface Payload {
  readonly market: string
  readonly type?: string
  readonly time?: string
  readonly bids?: readonly { readonly price: string; readonly amount: string }[]
  readonly asks?: readonly { readonly price: string; readonly amount: string }[]
  readonly price?: string
  readonly amount?: string
  readonly executed_at?: string
}

/** A decimal in units of the last of very many digits. */
export function unitsOf(text: string): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  const fraction = match?.[2] ?? ''
  if (!match || fraction.length > digits) throw new Error(`${text} is not a decimal`)
  return BigInt(match[1]! + fraction.padEnd(digits, '0'))
}

function momentOf(text: string): Moment {
  const match = /^(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d)(?:[.,](\d+))?(Z|z|[+-]\d\d:?\d\d)$/.exec(text)
  if (!match) throw new Error(`${text} is not a time`)
  const fraction = (match[2] ?? '').slice(0, 9)
  const second = Date.parse(`${match[1]!.replace(/[t ]/, 'T')}${match[3]!.toUpperCase()}`)
  return { at: BigInt(second) * million + BigInt(fraction.padEnd(9, '0')), precision: fraction.length }
}

/** Times may be cut after any digit: then it is not known which is older. */
function isOlder(one: Moment, other: Moment): boolean {
  const unit = 10n ** BigInt(9 - Math.min(one.precision, other.precision))
  return one.at / unit < other.at / unit
}

class OracleMarket {
  bids: OracleLevel[] = []
  asks: OracleLevel[] = []
  snapshot: Moment | null = null
  readonly trades: OracleTrade[] = []
  #early: Change[] = []

  subscribe(): void {
    this.snapshot = null
    this.#early = []
  }

  replace(change: Change): void {
    this.bids = []
    this.asks = []
    this.#apply(change)
    // What overtook the snapshot.
    for (const early of this.#early) if (early.time.at > change.time.at) this.#apply(early)
    this.#early = []
    this.snapshot = change.time
  }

  update(change: Change): void {
    if (!this.snapshot) this.#early.push(change)
    else if (!isOlder(change.time, this.snapshot)) this.#apply(change)
  }

  #apply({ bids, asks }: Change): void {
    for (const level of bids) set(this.bids, level, (one, other) => one > other)
    for (const level of asks) set(this.asks, level, (one, other) => one < other)
  }
}

/** Best first; an amount of zero removes the level. */
function set(
  levels: OracleLevel[],
  level: OracleLevel,
  isBetter: (one: bigint, other: bigint) => boolean
): void {
  let [low, high] = [0, levels.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBetter(levels[middle]!.price, level.price)) low = middle + 1
    else high = middle
  }
  const isThere = levels[low]?.price === level.price
  levels.splice(low, isThere ? 1 : 0, ...(level.amount > 0n ? [level] : []))
}

export class Oracle {
  readonly #markets = new Map<string, OracleMarket>()
  readonly #held = new Set<string>()

  market(name: string): OracleMarket {
    const market = this.#markets.get(name) ?? new OracleMarket()
    this.#markets.set(name, market)
    return market
  }

  /** The fields of a line. */
  read(kind: string, text: string): void {
    if (kind === 'e')
      this.#event(
        JSON.parse(text) as { event: string; market?: string; channel?: { market: string; type: string } }
      )
    else if (kind === 'f' || kind === 'b') {
      try {
        const bytes = kind === 'b' ? Buffer.from(text, 'base64').toString('utf8') : text
        this.#frame(JSON.parse(bytes) as { channel?: { type?: string }; payload?: Payload })
      } catch {
        // Not a message of the description.
      }
    }
  }

  #event({
    event,
    market,
    channel
  }: {
    event: string
    market?: string
    channel?: { market: string; type: string }
  }) {
    if (event === 'held') {
      if (!this.#held.has(market!)) this.market(market!).subscribe()
      this.#held.add(market!)
    } else if (event === 'released') this.#held.delete(market!)
    else if (event === 'opened' || event === 'lost' || event === 'clock')
      for (const each of this.#markets.values()) each.subscribe()
    else if (event === 'closed' && channel!.type === 'market_data') this.market(channel!.market).subscribe()
    if (event === 'clock') this.#held.clear()
  }

  #frame({ channel, payload }: { channel?: { type?: string }; payload?: Payload }): void {
    if (!payload || !this.#held.has(payload.market)) return
    const market = this.market(payload.market)
    if (channel?.type === 'execution_data') {
      const [price, amount] = [unitsOf(payload.price!), unitsOf(payload.amount!)]
      market.trades.push({ price, amount, at: momentOf(payload.executed_at!).at })
    } else if (channel?.type === 'market_data') {
      const levels = (side: 'bids' | 'asks') =>
        payload[side]!.map(({ price, amount }) => ({ price: unitsOf(price), amount: unitsOf(amount) }))
      const change = { time: momentOf(payload.time!), bids: levels('bids'), asks: levels('asks') }
      if (payload.type === 'SNAPSHOT') market.replace(change)
      else if (payload.type === 'UPDATE') market.update(change)
    }
  }
}
