import type { LoggedItem } from '#engine/recording/log/lines'
import { logTimeOf, nanosecondsOf } from '#engine/recording/replay/log-time'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { market, staleAfter } from './chaos-log'

const second = 1_000_000_000n
const digits = 18
const one = 10n ** BigInt(digits)

/** Best first. */
type Levels = readonly (readonly [price: bigint, amount: bigint])[]

export interface Moment {
  /** When the item arrived. */
  readonly at: bigint
  readonly bids: Levels
  readonly asks: Levels
}

export interface Traded {
  readonly at: bigint
  readonly executed: bigint
  readonly price: bigint
  readonly amount: bigint
}

export interface Stretch {
  readonly from: bigint
  readonly to: bigint
}

/** A number in units of 18 decimals. */
export function units(text: string): bigint {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.padEnd(digits, '0'))
}

/** In as few digits as it needs. */
export function plain(value: bigint, scale = digits): string {
  const sign = value < 0n ? '-' : ''
  const shown = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  const text = `${shown.slice(0, -scale)}.${shown.slice(-scale)}`
  return sign + text.replace(/\.?0+$/, '')
}

/** Half away from zero. */
export function rounded(top: bigint, bottom: bigint): bigint {
  if (bottom < 0n) return rounded(-top, -bottom)
  const size = top < 0n ? -top : top
  const whole = (2n * size + bottom) / (2n * bottom)
  return top < 0n ? -whole : whole
}

/** A price as a fraction of units, as the reports show it. */
export const shownPrice = (top: bigint, bottom: bigint): string =>
  plain(rounded(top * 10n ** 8n, bottom * one), 8)

/** Basis points of a fraction, with four decimals. */
export const shownPoints = (top: bigint, bottom: bigint): string => plain(rounded(top * 10n ** 8n, bottom), 4)

interface Payload {
  readonly market?: string
  readonly type?: string
  readonly executed_at?: string
  readonly price?: string
  readonly amount?: string
  readonly bids?: readonly { readonly price: string; readonly amount: string }[]
  readonly asks?: readonly { readonly price: string; readonly amount: string }[]
}

/** The books and trades of the market as its frames say, and when the hub called it live. */
export class Truth {
  readonly moments: Moment[] = []
  readonly trades: Traded[] = []
  readonly #end: bigint
  #known: bigint | null = null
  readonly states: { readonly at: bigint; readonly state: string }[] = []

  constructor(items: readonly LoggedItem[]) {
    const sides = { bids: new Map<bigint, bigint>(), asks: new Map<bigint, bigint>() }
    for (const item of items) {
      const payload = payloadOf(item)
      const at = nanosecondsOf(item)
      if (payload?.market === market && payload.executed_at !== undefined)
        this.trades.push({
          at,
          executed: executionTime(payload.executed_at),
          price: units(payload.price!),
          amount: units(payload.amount!)
        })
      if (payload?.market === market && payload.type !== undefined) {
        for (const side of ['bids', 'asks'] as const) {
          if (payload.type === 'SNAPSHOT') sides[side].clear()
          for (const { price, amount } of payload[side] ?? [])
            if (units(amount) === 0n) sides[side].delete(units(price))
            else sides[side].set(units(price), units(amount))
        }
        this.moments.push({ at, bids: sorted(sides.bids, -1), asks: sorted(sides.asks, 1) })
      }
    }
    this.#end = nanosecondsOf(items.at(-1)!)
    this.#playStates(items)
  }

  /** What is known of the states ends with the last row of a second or of a state. */
  get known(): bigint {
    return (this.#known ??= this.#lastKnown())
  }

  #lastKnown(): bigint {
    const sampled = this.seconds(this.#end - 100n * second, this.#end + 1n).at(-1) ?? 0n
    const state = this.states.at(-1)!.at
    return sampled > state ? sampled : state
  }

  /** What was known right before a time. */
  momentBefore(at: bigint): Moment | null {
    let [low, high] = [0, this.moments.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.moments[middle]!.at < at) low = middle + 1
      else high = middle
    }
    return this.moments[low - 1] ?? null
  }

  /** Null if it is crossed. */
  mid(moment: Moment | null): bigint | null {
    const [bid, ask] = [moment?.bids[0]?.[0], moment?.asks[0]?.[0]]
    return bid === undefined || ask === undefined || bid >= ask ? null : bid + ask
  }

  isLive(at: bigint): boolean {
    return this.states.findLast((each) => each.at <= at)?.state === 'live'
  }

  /** Full seconds at which a live book is not crossed. */
  seconds(from: bigint, to: bigint): bigint[] {
    const all: bigint[] = []
    const last = this.#end
    for (let at = ((from + second - 1n) / second) * second; at < to && at <= last; at += second)
      if (this.isLive(at) && this.mid(this.momentBefore(at)) !== null) all.push(at)
    return all
  }

  /** Live and confirmed by a second before or after. */
  covered(from: bigint, to: bigint): Stretch[] {
    const seconds = new Set(this.seconds(from - second, to + 2n * second))
    const known = this.known
    const edges = [from, to, known, ...this.states.map(({ at }) => at), ...secondsBetween(from, to)]
    const inside = [...new Set(edges.filter((at) => at >= from && at <= to))].sort((a, b) => (a < b ? -1 : 1))
    return inside.slice(0, -1).flatMap((start, index) => {
      const floor = (start / second) * second
      const isCovered =
        start < known && this.isLive(start) && (seconds.has(floor) || seconds.has(floor + second))
      return isCovered ? [{ from: start, to: inside[index + 1]! }] : []
    })
  }

  #playStates(items: readonly LoggedItem[]): void {
    const hub = new RecordedHub({ staleAfter: () => staleAfter })
    let last: LoggedItem | null = null
    let isTaking = false
    let state = 'unrecorded'
    const show = (at: bigint, next: string) => {
      if (next !== state) this.states.push({ at, state: next })
      state = next
    }
    const look = (at: bigint) => {
      const found = hub.market(market)
      if (found && hub.follows(market)) show(at, found.state)
    }
    const unsubscribe = hub.onChange(({ name }) => {
      if (name === market && !isTaking) look(timeAt(hub.now))
    })
    for (const item of items) {
      const isBroken = item.kind === 'g' || item.content.includes('"start":true')
      if (isBroken) {
        if (last) show(nanosecondsOf(last) + 1n, 'unrecorded')
      } else hub.advanceTo(item)
      isTaking = true
      hub.apply(item)
      isTaking = false
      look(nanosecondsOf(item))
      last = item
    }
    unsubscribe()
    hub.dispose()
  }
}

function payloadOf({ kind, content }: LoggedItem): Payload | null {
  if (kind !== 'f') return null
  return (JSON.parse(content.toString()) as { readonly payload: Payload }).payload
}

const executionTime = (text: string): bigint =>
  BigInt(Date.parse(`${text.slice(0, 19)}Z`)) * 1_000_000n + BigInt(text.slice(20, -1).padEnd(9, '0'))

function timeAt(milliseconds: number): bigint {
  const whole = Math.floor(milliseconds)
  return BigInt(whole) * 1_000_000n + BigInt(Math.floor((milliseconds - whole) * 1e6))
}

function secondsBetween(from: bigint, to: bigint): bigint[] {
  const all: bigint[] = []
  for (let at = (from / second + 1n) * second; at < to; at += second) all.push(at)
  return all
}

const sorted = (side: ReadonlyMap<bigint, bigint>, sign: number): Levels =>
  [...side].sort(([a], [b]) => (a < b ? -sign : sign))

/** Within basis points of the mid. */
export function sizeWithin(levels: Levels, twice: bigint, points: bigint): bigint {
  let size = 0n
  for (const [price, amount] of levels) {
    const apart = 2n * price > twice ? 2n * price - twice : twice - 2n * price
    if (apart * 10_000n <= twice * points) size += amount
  }
  return size
}

/** Of a size in base or quote currency, from the mid to the average; null if the side does not have it. */
export function slippage(
  levels: Levels,
  wanted: bigint,
  unit: 'base' | 'quote',
  twice: bigint
): string | null {
  let left = unit === 'base' ? wanted : wanted * one
  let [size, cost] = [0n, 0n]
  for (const [price, amount] of levels) {
    const here = unit === 'base' ? amount : amount * price
    if (here < left) {
      left -= here
      size += amount
      cost += amount * price
      continue
    }
    // All times the last price, so that the size is whole.
    const [allSize, allCost] =
      unit === 'base'
        ? [(size + left) * price, (cost + left * price) * price]
        : [size * price + left, (cost + left) * price]
    const apart = 2n * allCost - allSize * twice
    const isAsk = 2n * levels[0]![0] > twice
    return shownPoints(isAsk ? apart : -apart, allSize * twice)
  }
  return null
}

/** The smallest that at least that share of the values do not exceed; null is above all. */
export function percentile(values: readonly (bigint | null)[], percent: number): bigint | null {
  const inOrder = values
    .filter((value): value is bigint => value !== null)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  for (let index = 0; index < inOrder.length; index++)
    if ((index + 1) * 100 >= percent * values.length) return inOrder[index]!
  return null
}

export const lengthOf = (spans: readonly Stretch[]): bigint =>
  spans.reduce((sum, { from, to }) => sum + to - from, 0n)

export const within = (spans: readonly Stretch[], { from, to }: Stretch): Stretch[] =>
  spans.flatMap((span) => {
    const [start, end] = [span.from > from ? span.from : from, span.to < to ? span.to : to]
    return start < end ? [{ from: start, to: end }] : []
  })

export const timeOf = (nanoseconds: bigint): number => logTimeOf(nanoseconds).milliseconds
