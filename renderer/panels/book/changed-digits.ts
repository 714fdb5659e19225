import { isLargeChange } from '../../lib/format/change'

/** From the first to behind the last character of `now` that differs, or null where nothing does. */
export function changedRange(before: string, now: string): readonly [from: number, to: number] | null {
  if (before === now) return null
  // From the right: figures are aligned there, and a digit more on the left has changed nothing but itself.
  const shift = before.length - now.length
  let from = 0
  while (from < now.length && now[from] === before[from + shift]) from += 1
  let to = now.length
  while (to > from && now[to - 1] === before[to - 1 + shift]) to -= 1
  return from < to ? [from, to] : null
}

const steps = 4
export const flashStep = 100
/** How long a changed digit is brighter than the others. */
export const flashFor = steps * flashStep

/** From 1, just now, in steps down to 0: nothing is painted in between. */
export const flashStrength = (age: number): number =>
  age < 0 || age >= flashFor ? 0 : (steps - Math.floor(age / flashStep)) / steps

export interface Flash {
  text: string
  value: number
  from: number
  to: number
  /** Of a monotonic clock; -Infinity where nothing has changed yet. */
  at: number
  round: number
}

const maxKept = 2000

/** The changed digits of figures; a figure not seen in the previous round has not changed. */
export class Flashes {
  readonly #known = new Map<string | number, Flash>()
  #round = 0
  /** When the youngest of them changed. */
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
      // A figure may be written shorter now than when its digits brightened.
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
