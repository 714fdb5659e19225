import { toProblem, type Problem } from '#shared/domain/base/problem'
import type { Clock, Random } from '../../base/clock'
import type { Watched } from './shown'

const firstWait = 5000
const maxWait = 5 * 60_000
/** The watch leaves room for what a person asks for meanwhile. */
const maxAtOnce = 2
/** Those who waited for the back-off of the connection do not all go on in the same instant. */
const spread = 5000

/** A proxy or a service that is being renewed may not know for a while what was read before. */
const absentFor = 10 * 60_000

/** What the service will say again, however often it is asked. A token that it refuses may be another one soon. */
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
  /** Milliseconds for which the service has asked for no requests at all. */
  readonly held: () => number
  /** Asking again is of no use: the reason, for good. */
  readonly ended: (id: string, sentence: string) => void
  readonly changed: () => void
}

interface Watch {
  /** Since when the service has not known it. */
  absentSince: number | null
  wait: number
  nextAt: number | null
  trouble: string | null
  forget: () => void
}

/** Asks again and again, ever more rarely, until there is nothing more to come. */
export class Watching {
  readonly #watches = new Map<string, Watch>()
  #due: string[] = []
  #inFlight = 0

  constructor(private readonly ports: WatchingPorts) {}

  of(id: string): Watched | undefined {
    return this.#watches.get(id)
  }

  /** @param soon after a start or a pause, when much may have happened */
  begin(id: string, soon: boolean): void {
    if (this.#watches.has(id)) return
    const watch: Watch = { absentSince: null, wait: firstWait, nextAt: null, trouble: null, forget: () => {} }
    this.#watches.set(id, watch)
    this.#plan(id, watch, soon ? firstWait * this.ports.random() : this.#jittered(firstWait))
  }

  end(id: string): void {
    this.#watches.get(id)?.forget()
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
    watch.forget = clock.later(delay, () => this.#fallDue(id, watch))
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
    // It may have been given up, or taken up anew, while the answer was awaited.
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

  /** What was read once is there: that the service does not know it has to be said for a while. */
  #isLasting(watch: Watch, { code }: Problem): boolean {
    if (code !== 'rest.not-found') {
      watch.absentSince = null
      return lasting.has(code)
    }
    const now = this.ports.clock.monotonic()
    watch.absentSince ??= now
    return now - watch.absentSince >= absentFor
  }

  /** Many that began together do not stay together. */
  readonly #jittered = (wait: number) => wait * (0.8 + 0.2 * this.ports.random())
}
