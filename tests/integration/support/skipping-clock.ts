import type { Clock } from '#engine/base/clock'

interface Kept {
  readonly milliseconds: number
  readonly call: () => void
}

/** Real time for short waits; long ones are skipped manually. The wall clock is unchanged. */
export class SkippingClock implements Clock {
  #skipped = 0
  kept: readonly Kept[] = []

  wall(): number {
    return Date.now()
  }

  monotonic(): number {
    return performance.now() + this.#skipped
  }

  later(milliseconds: number, call: () => void): () => void {
    if (milliseconds < 4000) {
      const timer = setTimeout(call, milliseconds)
      return () => clearTimeout(timer)
    }
    const one = { milliseconds, call }
    this.kept = [...this.kept, one]
    return () => void (this.kept = this.kept.filter((other) => other !== one))
  }

  /** Ends the longest wait. */
  skip(): void {
    const [longest] = this.kept.toSorted((one, other) => other.milliseconds - one.milliseconds)
    if (!longest) throw new Error('Nothing waits')
    this.kept = this.kept.filter((one) => one !== longest)
    this.#skipped += longest.milliseconds
    longest.call()
  }
}
