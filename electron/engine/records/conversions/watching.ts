import { toProblem, type Problem } from '#shared/domain/base/problem'
import type { Clock, Random } from '../../base/clock'
import type { Watched } from './shown'

const firstWait = 5000
const maxWait = 5 * 60_000
/** Leaves capacity for lookups by the user. */
const maxAtOnce = 2
/** Spreads requests after a back-off. */
const spread = 5000

/** After an outage a service may temporarily not know a conversion. */
const absentFor = 10 * 60_000

/** Final errors. A refused token may be replaced soon. */
const lasting: ReadonlySet<string> = new Set([
  'rest.scope',
  'rest.forbidden',
  'rest.refused',
  'rest.too-much',
  'rest.id',
  'conversions.too-large'
])

interface WatchingPorts {
  readonly clock: Clock
  readonly random: Random
  readonly ask: (id: string) => Promise<'same' | 'changed' | 'final'>
  /** Milliseconds of the service's back-off. */
  readonly held: () => number
  /** Watching ended for good, with the reason. */
  readonly ended: (id: string, sentence: string) => void
  readonly changed: () => void
}

interface Watch {
  /** Since when the service does not know it. */
  absentSince: number | null
  wait: number
  nextAt: number | null
  trouble: string | null
  cancel: () => void
}

/** Polls with growing intervals until the conversion is final. */
export class Watching {
  readonly #watches = new Map<string, Watch>()
  #due: string[] = []
  #inFlight = 0

  constructor(private readonly ports: WatchingPorts) {}

  of(id: string): Watched | undefined {
    return this.#watches.get(id)
  }

  /** @param soon polls at once, after a start or pause */
  begin(id: string, soon: boolean): void {
    if (this.#watches.has(id)) return
    const watch: Watch = { absentSince: null, wait: firstWait, nextAt: null, trouble: null, cancel: () => {} }
    this.#watches.set(id, watch)
    this.#plan(id, watch, soon ? firstWait * this.ports.random() : this.#jittered(firstWait))
  }

  end(id: string): void {
    this.#watches.get(id)?.cancel()
    this.#watches.delete(id)
    this.#due = this.#due.filter((each) => each !== id)
  }

  endAll(): void {
    for (const id of [...this.#watches.keys()]) this.end(id)
  }

  #plan(id: string, watch: Watch, wait: number): void {
    const { clock, held, random } = this.ports
    const hold = held()
    const delay = hold > wait ? hold + random() * spread : wait
    watch.nextAt = clock.wall() + delay
    watch.cancel = clock.later(delay, () => this.#fallDue(id, watch))
  }

  #fallDue(id: string, watch: Watch): void {
    if (this.ports.held() > 0) {
      this.#plan(id, watch, 0)
      this.ports.changed()
      return
    }
    this.#due.push(id)
    this.#next()
  }

  #next(): void {
    while (this.#inFlight < maxAtOnce) {
      const id = this.#due.shift()
      if (id === undefined) return
      const watch = this.#watches.get(id)
      if (watch) void this.#ask(id, watch)
    }
  }

  async #ask(id: string, watch: Watch): Promise<void> {
    this.#inFlight += 1
    let outcome: 'same' | 'changed' | 'final' | Problem
    try {
      outcome = await this.ports.ask(id)
    } catch (thrown) {
      outcome = toProblem(thrown)
    }
    this.#inFlight -= 1
    // The watch may have been stopped or restarted during the request.
    if (this.#watches.get(id) === watch) this.#continue(id, watch, outcome)
    this.#next()
  }

  #continue(id: string, watch: Watch, outcome: 'same' | 'changed' | 'final' | Problem): void {
    if (outcome === 'final') return this.end(id)
    if (typeof outcome === 'object' && this.#isLasting(watch, outcome)) {
      this.end(id)
      this.ports.ended(id, outcome.sentence)
      return
    }
    if (typeof outcome !== 'object') watch.absentSince = null
    watch.trouble = typeof outcome === 'object' ? outcome.sentence : null
    watch.wait = outcome === 'changed' ? firstWait : Math.min(watch.wait * 2, maxWait)
    this.#plan(id, watch, this.#jittered(watch.wait))
    this.ports.changed()
  }

  /** A conversion that existed must be unknown for a while to count as gone. */
  #isLasting(watch: Watch, { code }: Problem): boolean {
    if (code !== 'rest.not-found') {
      watch.absentSince = null
      return lasting.has(code)
    }
    const now = this.ports.clock.monotonic()
    watch.absentSince ??= now
    return now - watch.absentSince >= absentFor
  }

  /** Spreads watches that started together. */
  readonly #jittered = (wait: number) => wait * (0.8 + 0.2 * this.ports.random())
}
