import type { TapeTrade, TapeTrades } from '../markets'

/** Trades that this window was not sent, between two that it was. */
export interface Skip {
  /** The number of the last one before them: numbers count every arrival. */
  readonly after: number
  readonly count: number
}

const maxSkips = 100

/** Which trades are new since the last look, and what is missing among them. */
export class Arrivals {
  #last = -1
  #received = 0
  #skipped = 0
  /** The newest first. */
  skips: readonly Skip[] = []

  /** The highest number so far. */
  get last(): number {
    return this.#last
  }

  /** Since the last call, in the order in which they came; of the first call all that are kept. */
  take({ rows, received, skipped }: Pick<TapeTrades, 'rows' | 'received' | 'skipped'>): readonly TapeTrade[] {
    const fresh = newSince(rows, this.#last, received - this.#received)
    if (skipped > this.#skipped) this.#note(fresh, skipped - this.#skipped)
    this.#received = received
    this.#skipped = skipped
    this.#last = fresh.at(-1)?.number ?? this.#last
    return fresh
  }

  /** One that came too late to be kept leaves a hole as well: no more than were skipped are spoken of. */
  #note(fresh: readonly TapeTrade[], skipped: number): void {
    const found: Skip[] = []
    let before = this.#last
    let left = skipped
    for (const { number } of fresh) {
      const count = Math.min(left, number - before - 1)
      if (count > 0) found.push({ after: before, count })
      left -= count
      before = number
    }
    this.skips = [...found.reverse(), ...this.skips].slice(0, maxSkips)
  }
}

/** A late one lies anywhere among the rows: it takes the number of those that came to know when all are found. */
function newSince(rows: readonly TapeTrade[], last: number, count: number): TapeTrade[] {
  const fresh: TapeTrade[] = []
  for (let place = rows.length - 1; place >= 0 && fresh.length < count; place -= 1) {
    const trade = rows[place]!
    if (trade.number > last) fresh.push(trade)
  }
  return fresh.sort((one, other) => one.number - other.number)
}
