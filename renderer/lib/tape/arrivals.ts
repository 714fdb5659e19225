import type { TapeTrade, TapeTrades } from '../markets'

/** Trades not sent to this window, between two that were. */
export interface Skip {
  /** The number of the trade before them: numbers count every arrival. */
  readonly after: number
  readonly count: number
}

const maxSkips = 100

/** The new trades since the last call, and the gaps among them. */
export class Arrivals {
  #last = -Infinity
  #received = 0
  #skipped = 0
  /** The newest first. */
  skips: readonly Skip[] = []

  /** The highest number so far. */
  get last(): number {
    return this.#last
  }

  /** Those since the last call in the order of arrival; at first all that are kept. */
  take({ rows, received, skipped }: Pick<TapeTrades, 'rows' | 'received' | 'skipped'>): readonly TapeTrade[] {
    const fresh = newSince(rows, this.#last, received - this.#received)
    if (skipped > this.#skipped) this.#note(fresh, skipped - this.#skipped)
    this.#received = received
    this.#skipped = skipped
    this.#last = fresh.at(-1)?.number ?? this.#last
    return fresh
  }

  /** A trade too late to be kept leaves a gap in the numbers as well, so at most `skipped` are counted. */
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

/** Late trades may be anywhere among the rows; the search ends when all `count` are found. */
function newSince(rows: readonly TapeTrade[], last: number, count: number): TapeTrade[] {
  const fresh: TapeTrade[] = []
  for (let place = rows.length - 1; place >= 0 && fresh.length < count; place -= 1) {
    const trade = rows[place]!
    if (trade.number > last) fresh.push(trade)
  }
  return fresh.sort((one, other) => one.number - other.number)
}
