import type { Random } from './random'
import type { MarketSpecification } from './specifications'

/**
 * The weather of a market: where its fair price is, how excited it is, and which way it leans. Excitement feeds on
 * trades and fades (a self-exciting process), so that calm and stormy stretches come in clusters.
 */
export class Climate {
  fair: number
  /** 0 is calm; trades add to it. */
  excitement = 0
  /** From -1 (sellers press) to 1 (buyers press); long-lived, as the signs of real trades are. */
  pressure = 0
  /** A slow multiplier of the volatility: quiet hours and loud ones. */
  regime = 1

  constructor(
    private readonly specification: MarketSpecification,
    private readonly random: Random
  ) {
    this.fair = specification.anchor
  }

  /** How many times livelier than usual the market is, within bounds. */
  get intensity(): number {
    return Math.min(4, 0.6 * this.regime + this.excitement)
  }

  /** The distance that makers keep between bid and ask, in ticks. */
  get spread(): number {
    return Math.max(1, this.specification.spread * (0.5 + 0.5 * this.regime + 0.8 * this.excitement))
  }

  advance(): void {
    const { random, specification } = this
    this.excitement *= 0.985
    this.pressure = Math.max(-1, Math.min(1, this.pressure * 0.998 + random.bell() * 0.03))
    if (random.chance(0.0006)) this.regime = 0.4 + random.exponential(0.7)
    this.regime = Math.min(3, this.regime)
    const deviation = specification.volatility * (0.4 + 0.6 * this.regime + this.excitement)
    const drawn = (specification.anchor - this.fair) * specification.pull
    this.fair += deviation * (random.bell() + 0.02 * this.pressure) + drawn
    // News: a rare jump that the book has to run after.
    if (random.chance(0.0002)) this.fair += random.bell() * specification.volatility * 25
    const room = specification.anchor * 0.5
    this.fair = Math.max(specification.anchor - room, Math.min(specification.anchor + room, this.fair))
  }

  traded(share: number, buying: boolean): void {
    this.excitement = Math.min(3, this.excitement + 0.06 + 0.2 * share)
    // Less than fades between two trades: otherwise buying would call for more buying until nobody sells at all.
    this.pressure = Math.max(-1, Math.min(1, this.pressure + (buying ? 0.003 : -0.003)))
  }
}
