import { canonical, type Decimal } from '../../base/decimal'
import type { Level } from '../messages'
import type { PackedMessage } from '../packed'
import type { SavedBook } from './saved-book'

interface ExactSide {
  /** Ascending: asks by price, bids by negated price. */
  readonly keys: bigint[]
  readonly amounts: bigint[]
}

const grow = (units: bigint[], by: bigint) => {
  for (let index = 0; index < units.length; index += 1) units[index]! *= by
}

/** A book for numbers that doubles cannot hold. Slow and exact. */
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
    const position = positionOf(keys, key)
    const units = size.units * 10n ** BigInt(this.amountScale - size.scale)
    if (keys[position] === key) {
      amounts[position] = units
      return
    }
    keys.splice(position, 0, key)
    amounts.splice(position, 0, units)
  }

  apply(message: PackedMessage, from: number): void {
    const { prices, priceScales, amounts, amountScales } = message
    for (let position = from; position < message.bids + message.asks; position += 1) {
      const price = { units: BigInt(prices[position]!), scale: priceScales[position]! }
      const amount = { units: BigInt(amounts[position]!), scale: amountScales[position]! }
      this.set(position < message.bids ? 'bids' : 'asks', price, amount)
    }
  }

  best(side: 'bids' | 'asks'): bigint | null {
    const key = this[side].keys[0]
    return key === undefined ? null : side === 'bids' ? -key : key
  }

  levels(side: 'bids' | 'asks', max: number): Level[] {
    const { keys, amounts } = this[side]
    return keys.slice(0, max).map((key, index) => ({
      price: canonical({ units: side === 'bids' ? -key : key, scale: this.priceScale }),
      amount: canonical({ units: amounts[index]!, scale: this.amountScale })
    }))
  }

  save(): Pick<SavedBook & { wide: true }, 'bids' | 'asks'> {
    const levels = (side: 'bids' | 'asks') => {
      const { keys, amounts } = this[side]
      return keys.flatMap((key, index) => [String(side === 'bids' ? -key : key), String(amounts[index]!)])
    }
    return { bids: levels('bids'), asks: levels('asks') }
  }

  /** The book must be new. */
  restore({ priceScale, amountScale, bids, asks }: SavedBook & { wide: true }): void {
    this.priceScale = priceScale
    this.amountScale = amountScale
    const sides = [
      { levels: bids, sign: -1n, to: this.bids },
      { levels: asks, sign: 1n, to: this.asks }
    ]
    for (const { levels, sign, to } of sides) {
      for (let index = 0; index < levels.length; index += 2) {
        to.keys.push(sign * BigInt(levels[index]!))
        to.amounts.push(BigInt(levels[index + 1]!))
      }
    }
  }

  #remove(side: 'bids' | 'asks', price: Decimal): void {
    const { keys, amounts } = this[side]
    const key = this.#key(side, price)
    const position = positionOf(keys, key)
    if (keys[position] !== key) return
    keys.splice(position, 1)
    amounts.splice(position, 1)
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

function positionOf(keys: readonly bigint[], key: bigint): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}
