import type { AlertCondition } from '#shared/contract/market/alerts'
import { parseDecimal } from '#shared/domain/base/decimal'
import type { PegCondition } from '#shared/domain/market/alerts/index'

/** Integers of a scale finer than any test. */
export const units = (text: string): bigint => {
  const { units: digits, scale } = parseDecimal(text)!
  return digits * 10n ** BigInt(finest - scale)
}
const finest = 30

export interface SeenTrade {
  readonly size: bigint
  readonly price: bigint
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
  /** All trades of the session. */
  readonly all: Pick<SeenTrade, 'price' | 'size'>[]
  /** Since when data may be missing, in nanoseconds, each time. */
  readonly breaks: bigint[]
  /** Changes when trades may be missing. */
  unbroken: number
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
  /** The first trade that a move is measured from. */
  #from = 0
  #sides: number[] = []
  #unbroken = NaN
  #seen = -1
  #offSince: number | null = null
  #breaks = 0

  constructor(
    readonly condition: AlertCondition,
    private readonly pause: number | null,
    truth: Truth,
    now: number
  ) {
    this.#taken = truth.trades.length
    this.#from = truth.trades.length
    this.#breaks = truth.breaks.length
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
    else if (condition.kind === 'move') happens = this.#moves(truth)
    else if (condition.kind === 'vwap') happens = this.#crossesAverage(truth)
    else if (condition.kind === 'peg') happens = this.#isOff(truth, now)
    else happens = holds(condition, truth)
    if (!happens || now < this.#restsUntil) return
    this.firedAt.push(now)
    this.#restsUntil = this.pause === null ? Infinity : now + this.pause * 1000
    this.#counted = []
    this.#from = Math.max(this.#from, truth.trades.length - 1)
  }

  /** Fires conditions that hold after the cooldown. */
  wait(truth: Truth, until: number): void {
    const { kind } = this.condition
    if (kind === 'price' || kind === 'traded' || kind === 'move' || kind === 'vwap') return
    if (kind === 'peg') return this.#waitOff(truth, until)
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

  #moves({ trades, breaks }: Truth): boolean {
    if (this.condition.kind !== 'move') return false
    const { percent, minutes, direction } = this.condition
    let happens = false
    for (; this.#taken < trades.length; this.#taken += 1) {
      const { price, at } = trades[this.#taken]!
      const from = at - BigInt(minutes) * 60_000_000_000n
      const inForce = trades.slice(this.#from, this.#taken).filter((trade, index) => {
        const next = trades[this.#from + index + 1]!.at
        const broken = breaks.find((each) => each >= trade.at && each < next)
        return (broken ?? next) > from
      })
      happens ||= inForce.some((before) => {
        const change = (price - before.price) * 100n * 10n ** BigInt(finest)
        const limit = units(percent) * before.price
        return (direction !== 'down' && change >= limit) || (direction !== 'up' && -change >= limit)
      })
    }
    return happens
  }

  #crossesAverage({ all, unbroken }: Truth): boolean {
    if (this.condition.kind !== 'vwap' || all.length === 0) return false
    if (all.length === this.#seen && unbroken === this.#unbroken) return false
    if (unbroken !== this.#unbroken) this.#sides = []
    this.#unbroken = unbroken
    this.#seen = all.length
    const volume = all.reduce((sum, { size }) => sum + size, 0n)
    const notional = all.reduce((sum, { price, size }) => sum + price * size, 0n)
    const distance = all.at(-1)!.price * volume - notional
    const sides = this.#sides
    const away = sides.findLastIndex((side) => side !== 0)
    const previous = sides.length - 1
    const side = distance > 0n ? 1 : distance < 0n ? -1 : 0
    sides.push(side)
    // It crossed when it reached the average.
    if (away < 0 || away !== previous || side === sides[away]) return false
    const { direction } = this.condition
    return direction === 'either' || (direction === 'up') === sides[away]! < 0
  }

  #isOff(truth: Truth, now: number): boolean {
    if (this.condition.kind !== 'peg') return false
    if (truth.breaks.length !== this.#breaks) this.#offSince = null
    this.#breaks = truth.breaks.length
    this.#offSince = isOff(this.condition, truth) ? (this.#offSince ?? now) : null
    return this.#offSince !== null && now - this.#offSince >= this.condition.seconds * 1000
  }

  #waitOff(truth: Truth, until: number): void {
    if (this.condition.kind !== 'peg' || !truth.live) return
    while (this.#offSince !== null && !this.done) {
      const at = Math.max(this.#offSince + this.condition.seconds * 1000, this.#restsUntil)
      if (at > until) return
      this.look(truth, at)
    }
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
  if (condition.kind === 'depth') {
    if (low === null || high === null || low >= high) return false
    const sides = condition.side === 'either' ? (['bids', 'asks'] as const) : [condition.side]
    return sides.some((side) => {
      const near = [...truth[side]].filter(([price]) => {
        const distance = side === 'bids' ? low + high - 2n * price : 2n * price - low - high
        return distance * 10_000n * 10n ** BigInt(finest) <= units(condition.basisPoints) * (low + high)
      })
      return near.reduce((sum, [, size]) => sum + size, 0n) < units(condition.size)
    })
  }
  if (condition.kind === 'cost') {
    if (low === null || high === null || low >= high) return false
    const { side, unit, size, basisPoints } = condition
    return (['buy', 'sell'] as const).some((order) => {
      if (side !== 'either' && side !== order) return false
      const levels = order === 'buy' ? sorted(truth.asks, -1n) : sorted(truth.bids, 1n)
      // Everything in fractions of one price, so that a size of quote currency may end within a level.
      let left: Fraction = [units(size) * (unit === 'base' ? 1n : 10n ** BigInt(finest)), 1n]
      let filled: Fraction = [0n, 1n]
      let paid: Fraction = [0n, 1n]
      for (const [price, amount] of levels) {
        const worth: Fraction = [unit === 'base' ? amount : amount * price, 1n]
        const isLast = lessOrEqual(left, worth)
        const taken: Fraction = isLast ? (unit === 'base' ? left : [left[0], left[1] * price]) : [amount, 1n]
        filled = plus(filled, taken)
        paid = plus(paid, [taken[0] * price, taken[1]])
        if (isLast) {
          // 2 × paid against size × (low + high).
          const mid: Fraction = [filled[0] * (low + high), filled[1]]
          const twice: Fraction = [paid[0] * 2n, paid[1]]
          const worse = order === 'buy' ? minus(twice, mid) : minus(mid, twice)
          const limit: Fraction = [mid[0] * units(basisPoints), mid[1]]
          return lessOrEqual(limit, [worse[0] * 10_000n * 10n ** BigInt(finest), worse[1]])
        }
        left = minus(left, worth)
      }
      return true
    })
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

function isOff({ peg, basisPoints }: PegCondition, truth: Truth): boolean {
  const [low, high] = [bid(truth), ask(truth)]
  if (low === null || high === null || low >= high) return false
  const distance = low + high - 2n * units(peg)
  const absolute = distance < 0n ? -distance : distance
  return absolute * 10_000n * 10n ** BigInt(finest) >= 2n * units(peg) * units(basisPoints)
}

type Fraction = readonly [bigint, bigint]
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const minus = (one: Fraction, [c, d]: Fraction): Fraction => plus(one, [-c, d])
const lessOrEqual = ([a, b]: Fraction, [c, d]: Fraction) => a * d <= c * b
