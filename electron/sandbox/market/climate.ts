import type { Random } from './random'
import type { MarketSpecification } from './specifications'

/**
 * The state of a market: fair price, excitement and pressure. Excitement grows with trades and decays (a
 * self-exciting process), which clusters calm and busy periods.
 */
export class Climate {
  fair: number
  /** 0 is calm; trades increase it. */
  excitement = 0
  /** From -1 (selling) to 1 (buying); long-lived, like the signs of real trades. */
  pressure = 0
  /** A slow multiplier of the volatility. */
  regime = 1

  constructor(
    private readonly specification: MarketSpecification,
    private readonly random: Random
  ) {
    this.fair = specification.anchor
  }

  /** Activity relative to normal, within bounds. */
  get intensity(): number {
    return Math.min(4, 0.6 * this.regime + this.excitement)
  }

  /** The makers' spread in ticks. */
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
    // Rare jumps of the fair price.
    if (random.chance(0.0002)) this.fair += random.bell() * specification.volatility * 25
    const room = specification.anchor * 0.5
    this.fair = Math.max(specification.anchor - room, Math.min(specification.anchor + room, this.fair))
  }

  traded(share: number, buying: boolean): void {
    this.excitement = Math.min(3, this.excitement + 0.06 + 0.2 * share)
    // Less than decays between two trades, or buying would never end.
    this.pressure = Math.max(-1, Math.min(1, this.pressure + (buying ? 0.003 : -0.003)))
  }
}
