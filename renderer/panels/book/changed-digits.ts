import { isLargeChange } from '../../lib/format/change'

/** The changed characters of `now`, or null. */
export function changedRange(before: string, now: string): readonly [from: number, to: number] | null {
  if (before === now) return null
  // Compared from the right, where figures are aligned.
  const shift = before.length - now.length
  let from = 0
  while (from < now.length && now[from] === before[from + shift]) from += 1
  let to = now.length
  while (to > from && now[to - 1] === before[to - 1 + shift]) to -= 1
  return from < to ? [from, to] : null
}

const steps = 4
export const flashStep = 100
/** The duration of a highlight. */
export const flashFor = steps * flashStep

/** From 1 down to 0, in steps. */
export const flashStrength = (age: number): number =>
  age < 0 || age >= flashFor ? 0 : (steps - Math.floor(age / flashStep)) / steps

export interface Flash {
  text: string
  value: number
  from: number
  to: number
  /** Monotonic; -Infinity before the first change. */
  at: number
  round: number
}

const maxKept = 2000

/** The changed digits of figures; new figures are not highlighted. */
export class Flashes {
  readonly #known = new Map<string | number, Flash>()
  #round = 0
  /** The time of the latest change. */
  latest = -Infinity

  constructor(private readonly kind: 'size' | 'price') {}

  begin(): void {
    this.#round += 1
    if (this.#known.size <= maxKept) return
    for (const [key, { round }] of this.#known) if (round < this.#round - 1) this.#known.delete(key)
  }

  see(key: string | number, text: string, value: number, now: number): Flash {
    const known = this.#known.get(key)
    if (!known) {
      const flash = { text, value, from: 0, to: 0, at: -Infinity, round: this.#round }
      this.#known.set(key, flash)
      return flash
    }
    if (known.text !== text) {
      const wasThere = known.round === this.#round - 1
      // A figure may be shorter than when it was highlighted.
      known.to = Math.min(known.to, text.length)
      known.from = Math.min(known.from, known.to)
      const range = wasThere ? changedRange(known.text, text) : null
      known.text = text
      if (!wasThere) known.at = -Infinity
      if (!wasThere) known.value = value
      if (range && isLargeChange(known.value, value, this.kind)) {
        known.value = value
        known.from = range[0]
        known.to = range[1]
        known.at = this.latest = now
      }
    }
    known.round = this.#round
    return known
  }

  clear(): void {
    this.#known.clear()
    this.latest = -Infinity
  }
}
