/** Exact fractions, without rounding. */
export class Fraction {
  constructor(
    readonly above: bigint,
    readonly below = 1n
  ) {}
  plus = (other: Fraction) =>
    new Fraction(this.above * other.below + other.above * this.below, this.below * other.below)
  times = (other: Fraction) => new Fraction(this.above * other.above, this.below * other.below)
  over = (other: Fraction) => this.times(new Fraction(other.below, other.above))
  minus = (other: Fraction) => this.plus(new Fraction(-other.above, other.below))
  get size(): Fraction {
    return this.above < 0n !== this.below < 0n ? new Fraction(-this.above, this.below) : this
  }
  isAtMost = (other: Fraction) => {
    const { above, below } = this.minus(other)
    return above * below <= 0n
  }
}
