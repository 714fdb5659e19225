import type { Decimal } from '../../base/decimal'
import { unknownConfidence, type Aggressor } from '../tape/aggressor'
import { PriceVolumes } from './price-volumes'

interface SidedTrade {
  readonly price: Decimal
  readonly amount: Decimal
  readonly aggressor: Aggressor
  /** In percent, or `unknownConfidence`. */
  readonly confidence: number
}

interface Figures {
  readonly total: Decimal
  readonly buys: bigint
  readonly sells: bigint
  /** The number of trades with a known confidence, and the sum of those. */
  readonly rated: bigint
  readonly confidence: bigint
}

export const sideFigures = ['buys', 'sells', 'rated', 'confidence'] as const

const noSides = () => ({
  buys: new PriceVolumes(),
  sells: new PriceVolumes(),
  rated: new PriceVolumes(),
  confidence: new PriceVolumes()
})

/** The volume traded at each price, exact, and by inferred side if that is wanted. */
export class SidedVolumes {
  readonly total = new PriceVolumes()
  /** Prices have the scale of the total, and so have buys and sells. */
  readonly sides: ReturnType<typeof noSides> | null

  constructor(withSides: boolean) {
    this.sides = withSides ? noSides() : null
  }

  add({ price, amount, aggressor, confidence }: SidedTrade): void {
    const isRated = amount.units > 0n && aggressor !== 'unknown' && confidence !== unknownConfidence
    this.addFigures(price, {
      total: amount,
      buys: aggressor === 'buy' ? amount.units : 0n,
      sells: aggressor === 'sell' ? amount.units : 0n,
      rated: isRated ? 1n : 0n,
      confidence: isRated ? BigInt(confidence) : 0n
    })
  }

  /** Buys and sells are in units of the total's scale. */
  addFigures(price: Decimal, { total, buys, sells, rated, confidence }: Figures): void {
    this.total.add(price, total)
    if (!this.sides) return
    const { scale } = total
    this.sides.buys.add(price, { units: buys, scale })
    this.sides.sells.add(price, { units: sells, scale })
    this.sides.rated.add(price, { units: rated, scale: 0 })
    this.sides.confidence.add(price, { units: confidence, scale: 0 })
  }

  addAll(other: SidedVolumes): void {
    this.total.addAll(other.total)
    if (!this.sides || !other.sides) return
    for (const figure of sideFigures) this.sides[figure].addAll(other.sides[figure])
  }
}
