import type { AlertCondition } from '#shared/contract/market/alerts'
import { parseDecimal } from '#shared/domain/base/decimal'

/** Integers of a scale finer than any test. */
export const units = (text: string): bigint => {
  const { units: digits, scale } = parseDecimal(text)!
  return digits * 10n ** BigInt(finest - scale)
}
const finest = 30

export interface SeenTrade {
  readonly size: bigint
  readonly side: string
  /** Nanoseconds. */
  readonly at: bigint
}

/** The market in its simplest form. */
export interface Truth {
  readonly bids: Map<bigint, bigint>
  readonly asks: Map<bigint, bigint>
  /** Trades while live. */
  readonly trades: SeenTrade[]
  /** Of the last trade. */
  last: bigint | null
  live: boolean
}

const best = (side: Map<bigint, bigint>, sign: bigint): bigint | null => {
  let found: bigint | null = null
  for (const price of side.keys()) if (found === null || price * sign > found * sign) found = price
  return found
}

/** Best first. */
const sorted = (side: Map<bigint, bigint>, sign: bigint) =>
  [...side].sort(([one], [other]) => ((one - other) * sign > 0n ? -1 : 1))

const bid = ({ bids }: Truth) => best(bids, 1n)
const ask = ({ asks }: Truth) => best(asks, -1n)

/** Doubled, so that the mid is whole. */
function twice(of: 'last' | 'bid' | 'ask' | 'mid', truth: Truth): bigint | null {
  const [low, high] = [bid(truth), ask(truth)]
  if (of === 'mid') return low === null || high === null ? null : low + high
  const price = of === 'last' ? truth.last : of === 'bid' ? low : high
  return price === null ? null : price * 2n
}

/** Evaluates an alert from scratch after each message. */
export class Oracle {
  /** Doubled prices without consecutive duplicates. */
  readonly #prices: bigint[] = []
  #counted: SeenTrade[] = []
  #taken = 0
  firedAt: number[] = []
  #restsUntil = -Infinity

  constructor(
    readonly condition: AlertCondition,
    private readonly pause: number | null,
    truth: Truth,
    now: number
  ) {
    this.#taken = truth.trades.length
    this.look(truth, now)
  }

  get done(): boolean {
    return this.pause === null && this.firedAt.length > 0
  }

  look(truth: Truth, now: number): void {
    const { condition } = this
    if (this.done) return
    if (!truth.live) return
    let happens: boolean
    if (condition.kind === 'price') happens = this.#crosses(truth)
    else if (condition.kind === 'traded') happens = this.#trades(truth, now)
    else happens = holds(condition, truth)
    if (!happens || now < this.#restsUntil) return
    this.firedAt.push(now)
    this.#restsUntil = this.pause === null ? Infinity : now + this.pause * 1000
    this.#counted = []
  }

  /** Fires conditions that hold after the cooldown. */
  wait(truth: Truth, until: number): void {
    const { kind } = this.condition
    if (kind === 'price' || kind === 'traded') return
    while (this.#restsUntil <= until && truth.live && holds(this.condition, truth)) {
      this.look(truth, this.#restsUntil)
    }
  }

  #crosses(truth: Truth): boolean {
    if (this.condition.kind !== 'price') return false
    const now = twice(this.condition.of, truth)
    if (now === null || now === this.#prices.at(-1)) return false
    this.#prices.push(now)
    const line = units(this.condition.price) * 2n
    const before = this.#prices.slice(0, -1)
    const away = before.findLastIndex((price) => price !== line)
    if (away < 0) return false
    const wasBelow = before[away]! < line
    // It crossed when it reached the line.
    if (now !== line && away !== before.length - 1) return false
    if (now !== line && now < line === wasBelow) return false
    const { direction } = this.condition
    return direction === 'either' || (direction === 'up') === wasBelow
  }

  #trades(truth: Truth, now: number): boolean {
    if (this.condition.kind !== 'traded') return false
    const { side, size, seconds } = this.condition
    let happens = false
    for (const trade of truth.trades.slice(this.#taken)) {
      if (side !== 'either' && trade.side !== side) continue
      this.#counted.push(trade)
      const newest = this.#counted.reduce((max, { at }) => (at > max ? at : max), 0n)
      const from = newest - BigInt(seconds) * 1_000_000_000n
      const sum = this.#counted.filter(({ at }) => at > from).reduce((all, each) => all + each.size, 0n)
      if ((seconds === 0 ? trade.size : sum) >= units(size)) happens = true
    }
    this.#taken = truth.trades.length
    return happens && now >= this.#restsUntil
  }
}

function holds(condition: AlertCondition, truth: Truth): boolean {
  const [low, high] = [bid(truth), ask(truth)]
  if (condition.kind === 'spread') {
    if (low === null || high === null) return false
    return (high - low) * 20_000n * 10n ** BigInt(finest) >= units(condition.basisPoints) * (high + low)
  }
  if (condition.kind === 'imbalance') {
    const sum = (side: Map<bigint, bigint>, sign: bigint) =>
      sorted(side, sign)
        .slice(0, condition.levels)
        .reduce((all, [, size]) => all + size, 0n)
    const bids = sum(truth.bids, 1n)
    const asks = sum(truth.asks, -1n)
    if (bids + asks === 0n) return false
    const more = (bids - asks) * 100n * 10n ** BigInt(finest)
    const wanted = units(condition.percent) * (bids + asks)
    return (condition.side !== 'asks' && more >= wanted) || (condition.side !== 'bids' && -more >= wanted)
  }
  if (condition.kind !== 'resting') return false
  const sides = condition.side === 'either' ? (['bids', 'asks'] as const) : [condition.side]
  return sides.some((side) => {
    const resting = truth[side]
    if (condition.price !== null) return (resting.get(units(condition.price)) ?? 0n) >= units(condition.size)
    if (low === null || high === null) return false
    const share = units(condition.within)
    const hundred = 100n * 10n ** BigInt(finest)
    let sum = 0n
    for (const [price, size] of resting) {
      const distance = side === 'bids' ? low + high - 2n * price : 2n * price - low - high
      if (distance * hundred <= share * (low + high)) sum += size
    }
    return sum >= units(condition.size)
  })
}
