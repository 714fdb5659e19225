/** Milliseconds since the epoch, `to` exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** All that a coverage knows. */
export interface SavedCoverage {
  readonly since: number | null
  readonly spans: readonly (readonly [from: number, to: number])[]
  readonly steps: readonly (readonly [from: number, to: number])[]
}

const maxSpans = 2000
const maxSteps = 50
/** Milliseconds; smaller changes of the service's estimated clock are corrections of the estimate. */
export const minClockStep = 2000

/** When a market's trades were observed, to distinguish "no trades" from "not watched". */
export class Coverage {
  #spans: Span[] = []
  #since: number | null = null
  #steps: readonly Span[] = []
  #version = 0

  get version(): number {
    return this.#version
  }

  /** Null while not watched. */
  get since(): number | null {
    return this.#since
  }

  /** Ordered and disjoint. */
  get past(): readonly Span[] {
    return this.#spans
  }

  /** Clock changes of the service; `to` is before `from` if it was set back. */
  get steps(): readonly Span[] {
    return this.#steps
  }

  stepped(step: Span): void {
    this.#steps = [...this.#steps, step].slice(-maxSteps)
    this.watchingUntil(step.from)
    this.#watch(step.to)
  }

  /** After an interruption, which remains a gap even if the estimated clock was corrected back over it. */
  watchingSince(time: number): void {
    const end = this.#spans.at(-1)?.to ?? -Infinity
    this.#watch(end >= time && end - time <= minClockStep ? end + 1 : time)
  }

  #watch(since: number): void {
    if (this.#since !== null) return
    this.#since = since
    this.#version += 1
  }

  watchingUntil(time: number): void {
    if (this.#since === null) return
    const from = this.#since
    this.#since = null
    this.seen(from, time)
    this.#version += 1
  }

  seen(from: number, to: number): void {
    if (!(to > from)) return
    const before = this.#spans.filter((span) => span.to < from)
    const after = this.#spans.filter((span) => span.from > to)
    const touched = this.#spans.slice(before.length, this.#spans.length - after.length)
    const whole = {
      from: Math.min(from, touched[0]?.from ?? from),
      to: Math.max(to, touched.at(-1)?.to ?? to)
    }
    this.#spans = [...before, whole, ...after].slice(-maxSpans)
    this.#version += 1
  }

  /** Ordered and disjoint, the current one ends at `now`. */
  spans(now: number): readonly Span[] {
    if (this.#since === null || !(now > this.#since)) return this.#spans
    const all = new Coverage()
    all.#spans = this.#spans
    all.seen(this.#since, now)
    return all.#spans
  }

  unseen(from: number, to: number, now: number): Span[] {
    const gaps: Span[] = []
    let next = from
    for (const span of this.spans(now)) {
      if (span.to <= next) continue
      if (span.from >= to) break
      if (span.from > next) gaps.push({ from: next, to: span.from })
      next = span.to
    }
    if (next < to) gaps.push({ from: next, to })
    return gaps
  }

  save(): SavedCoverage {
    const pairs = (spans: readonly Span[]) => spans.map(({ from, to }) => [from, to] as const)
    return { since: this.#since, spans: pairs(this.#spans), steps: pairs(this.#steps) }
  }

  /** The coverage known before. */
  addEarlier({ spans, steps }: Pick<SavedCoverage, 'spans' | 'steps'>): void {
    for (const [from, to] of spans) this.seen(from, to)
    this.#steps = [...steps.map(([from, to]) => ({ from, to })), ...this.#steps].slice(-maxSteps)
    this.#version += 1
  }

  restore({ since, spans, steps }: SavedCoverage): void {
    const restored = (pairs: SavedCoverage['spans']) => pairs.map(([from, to]) => ({ from, to }))
    this.#since = since
    this.#spans = restored(spans)
    this.#steps = restored(steps)
    this.#version += 1
  }

  covers(from: number, to: number, now: number): boolean {
    return this.unseen(from, to, now).length === 0
  }
}
