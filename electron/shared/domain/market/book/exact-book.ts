import { canonical, type Decimal } from '../../base/decimal'
import type { Level } from '../messages'
import type { PackedMessage } from '../packed'

interface ExactSide {
  /** Ascending, the best first: prices of asks, and of bids negated. */
  readonly keys: bigint[]
  readonly amounts: bigint[]
}

const grow = (units: bigint[], by: bigint) => {
  for (let index = 0; index < units.length; index += 1) units[index]! *= by
}

/** A book of numbers that doubles do not hold. Slow, and right for any precision. */
export class ExactBook {
  priceScale = 0
  amountScale = 0
  readonly bids: ExactSide = { keys: [], amounts: [] }
  readonly asks: ExactSide = { keys: [], amounts: [] }

  set(side: 'bids' | 'asks', price: Decimal, amount: Decimal): void {
    const wanted = canonical(price)
    if (amount.units === 0n) {
      if (wanted.scale <= this.priceScale) this.#remove(side, wanted)
      return
    }
    const size = canonical(amount)
    this.#refine(wanted.scale, size.scale)
    const { keys, amounts } = this[side]
    const key = this.#key(side, wanted)
    const place = placeOf(keys, key)
    const units = size.units * 10n ** BigInt(this.amountScale - size.scale)
    if (keys[place] === key) {
      amounts[place] = units
      return
    }
    keys.splice(place, 0, key)
    amounts.splice(place, 0, units)
  }

  apply(message: PackedMessage, from: number): void {
    const { prices, priceScales, amounts, amountScales } = message
    for (let place = from; place < message.bids + message.asks; place += 1) {
      const price = { units: BigInt(prices[place]!), scale: priceScales[place]! }
      const amount = { units: BigInt(amounts[place]!), scale: amountScales[place]! }
      this.set(place < message.bids ? 'bids' : 'asks', price, amount)
    }
  }

  best(side: 'bids' | 'asks'): bigint | null {
    const key = this[side].keys[0]
    return key === undefined ? null : side === 'bids' ? -key : key
  }

  levels(side: 'bids' | 'asks', most: number): Level[] {
    const { keys, amounts } = this[side]
    return keys.slice(0, most).map((key, index) => ({
      price: canonical({ units: side === 'bids' ? -key : key, scale: this.priceScale }),
      amount: canonical({ units: amounts[index]!, scale: this.amountScale })
    }))
  }

  #remove(side: 'bids' | 'asks', price: Decimal): void {
    const { keys, amounts } = this[side]
    const key = this.#key(side, price)
    const place = placeOf(keys, key)
    if (keys[place] !== key) return
    keys.splice(place, 1)
    amounts.splice(place, 1)
  }

  #key(side: 'bids' | 'asks', price: Decimal): bigint {
    const units = price.units * 10n ** BigInt(this.priceScale - price.scale)
    return side === 'bids' ? -units : units
  }

  #refine(priceScale: number, amountScale: number): void {
    const sides = [this.bids, this.asks]
    if (priceScale > this.priceScale) {
      for (const { keys } of sides) grow(keys, 10n ** BigInt(priceScale - this.priceScale))
      this.priceScale = priceScale
    }
    if (amountScale > this.amountScale) {
      for (const { amounts } of sides) grow(amounts, 10n ** BigInt(amountScale - this.amountScale))
      this.amountScale = amountScale
    }
  }
}

function placeOf(keys: readonly bigint[], key: bigint): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}
