import {
  canonical,
  compareDecimals,
  formatDecimal,
  parseDecimal,
  type Decimal
} from '#shared/domain/base/decimal'

const digits = [1n, 2n, 5n] as const
/** Limits the coarsest step. */
const maxSteps = 60
const remembered = 100

/** The tick, then 1, 2 and 5 times powers of ten that are whole ticks, up to a tenth of the price. */
export function stepsFrom(tick: Decimal, price: Decimal | null): readonly string[] {
  const finest = canonical(tick)
  const steps: string[] = [formatDecimal(finest)]
  const max = price && { units: price.units, scale: price.scale + 1 }
  let power = { units: 10n ** BigInt(String(finest.units).length - 1), scale: finest.scale }
  while (steps.length < maxSteps) {
    for (const digit of digits) {
      const step = { units: power.units * digit, scale: power.scale }
      if (compareDecimals(step, finest) <= 0 || !isWhole(step, finest)) continue
      if (max && compareDecimals(step, max) > 0) return steps
      steps.push(formatDecimal(canonical(step)))
    }
    power = power.scale > 0 ? { ...power, scale: power.scale - 1 } : { units: power.units * 10n, scale: 0 }
  }
  return steps
}

function isWhole(step: Decimal, tick: Decimal): boolean {
  const scale = Math.max(step.scale, tick.scale)
  const unitsOf = (value: Decimal) => value.units * 10n ** BigInt(scale - value.scale)
  return unitsOf(step) % unitsOf(tick) === 0n
}

/** The index of a chosen step, or of the next coarser one. */
export function stepIndexOf(steps: readonly string[], chosen: string | null): number {
  const wanted = chosen === null ? null : parseDecimal(chosen)
  if (!wanted) return 0
  const index = steps.findIndex((step) => compareDecimals(parseDecimal(step)!, wanted) >= 0)
  return index < 0 ? steps.length - 1 : index
}

/** A window of steps around the chosen one, which moves only at its edges. */
export class StepWindow {
  #from = 0

  constructor(private readonly room: number) {}

  /** The index of the first visible step. */
  from(count: number, index: number): number {
    const last = Math.max(0, count - this.room)
    if (index <= this.#from) this.#from = index - 1
    if (index >= this.#from + this.room - 1) this.#from = index - this.room + 2
    this.#from = Math.max(0, Math.min(last, this.#from))
    return this.#from
  }
}

export function rememberedStep(kept: readonly string[], market: string): string | null {
  const start = `${market}=`
  const found = kept.findLast((entry) => entry.startsWith(start))
  const step = found === undefined ? null : parseDecimal(found.slice(start.length))
  return step && step.units > 0n ? formatDecimal(canonical(step)) : null
}

/** Replaces the market's step; null removes it. The latest are kept. */
export function rememberStep(
  kept: readonly string[],
  market: string,
  step: string | null
): readonly string[] {
  const others = kept.filter((entry) => !entry.startsWith(`${market}=`))
  return (step === null ? others : [...others, `${market}=${step}`]).slice(-remembered)
}
