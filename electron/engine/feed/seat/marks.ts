import { Emitter } from '#shared/domain/base/emitter'

/** A moment between two items that a seat and the desk's recordings have in common. */
export interface Mark {
  /** What was received before has a number below this one in the recordings; what came later has not. */
  readonly next: number
  /** By the leader's clock, in milliseconds since the epoch. */
  readonly at: number
  /** The same by the service's clock; null until that is known. */
  readonly serviceAt: number | null
  /** It was not known when this came. */
  readonly isEarly: boolean
  /** By market: the number of its next trade. */
  readonly trades: ReadonlyMap<string, number>
  /** How often the seat had begun to follow without what came before. */
  readonly run: number
}

export type TimedMark = Mark & { readonly serviceAt: number }

/** Milliseconds between two that are kept. */
const keptEvery = 60_000
const maxMarks = 300

export class Marks {
  #all: readonly Mark[] = []
  readonly #added = new Emitter()
  readonly #shared = new Emitter()
  #sharedNext = 0
  /** More of the recordings can be fetched. */
  readonly onShare = this.#shared.on
  /** Another one can be used. */
  readonly onAdd = this.#added.on

  get first(): Mark | undefined {
    return this.#all[0]
  }

  get last(): Mark | undefined {
    return this.#all.at(-1)
  }

  /** Items of the recordings below it can be fetched, as far as the leader knows. */
  get shared(): number {
    return this.#sharedNext
  }

  share(next: number): void {
    if (next === this.#sharedNext) return
    this.#sharedNext = next
    this.#shared.fire()
  }

  add(mark: Mark): void {
    const { last } = this
    // Nothing was recorded since: it joins at the earlier one.
    if (last?.next === mark.next) return
    // The numbers are those of another recording.
    if (last && last.next > mark.next) this.#all = []
    const [before, latest] = this.#all.slice(-2)
    const isNear = before && latest && mark.at - before.at < keptEvery && mark.run === before.run
    const kept = isNear ? this.#all.slice(0, -1) : this.#all
    const [first, ...others] = [...kept, mark]
    this.#all = [first!, ...others.slice(1 - maxMarks)]
    this.#added.fire()
  }

  /** @param lead milliseconds by which the service's clock is ahead of the leader's */
  time(lead: number): void {
    const { last } = this
    if (!last) return
    this.#all = [...this.#all.slice(0, -1), { ...last, serviceAt: last.at + lead }]
    this.#added.fire()
  }

  /** Where a market joins recordings up to an item: at the last mark in them, or else at the first one. */
  of(market: string, lastSeq: number): TimedMark | undefined {
    const all = this.#all.filter(
      (mark): mark is TimedMark => mark.serviceAt !== null && mark.trades.has(market)
    )
    return all.findLast(({ next }) => next <= lastSeq + 1) ?? all[0]
  }

  /** Of a market, the number of the next trade at each, ascending. */
  numbersOf(market: string): number[] {
    return this.#all.flatMap(({ trades }) => trades.get(market) ?? [])
  }

  dispose(): void {
    this.#added.dispose()
    this.#shared.dispose()
  }
}
