import type { Clock } from '#engine/base/clock'
import {
  acquireLease,
  nothingSeen,
  type LeaseStore,
  type SeenLeases,
  type Term
} from '#engine/feed/leader/lease'
import { SeededRandom } from '../../../chaos/random'
import type { HandClock } from '../hand-clock'

export const milliseconds = 3000
/** For the first leader: the store is empty, and may have lost the lease of another one. */
export const untilFirst = milliseconds + 400

/** A store that may lose requests or their answers. */
export class Store implements LeaseStore {
  #text: string | null = null
  #revision = 0
  /** Share of requests. */
  lost = 0

  /** When the last change was made, and the revision before it. */
  #changed = { at: -1, from: 0 }

  /** @param cluster of servers that accept changes of one revision at the same time, as some versions do */
  constructor(
    private readonly random = new SeededRandom(1),
    private readonly cluster: Pick<HandClock, 'monotonic'> | null = null
  ) {}

  async read() {
    this.#fail()
    return this.#text === null ? null : { text: this.#text, revision: this.#revision }
  }

  async create(text: string) {
    return this.#text === null ? this.#write(text) : null
  }

  async update(text: string, revision: number) {
    return this.#text !== null && this.#isLast(revision) ? this.#write(text) : null
  }

  empty(): void {
    this.#text = null
  }

  #isLast(revision: number): boolean {
    const isNew = this.cluster !== null && this.cluster.monotonic() === this.#changed.at
    return revision === this.#revision || (isNew && revision === this.#changed.from)
  }

  #write(text: string): number {
    this.#fail()
    this.#text = text
    const at = this.cluster?.monotonic() ?? -1
    if (at !== this.#changed.at) this.#changed = { at, from: this.#revision }
    this.#revision += 1
    const revision = this.#revision
    this.#fail()
    return revision
  }

  #fail(): void {
    if (this.random.chance(this.lost)) throw new Error('lost')
  }
}

/** A process whose timers wait while it is stopped. */
export class StoppableClock implements Clock {
  isStopped = false
  #waiting: (() => void)[] = []

  /** @param ahead of its wall clock, in milliseconds */
  constructor(
    private readonly clock: HandClock,
    private readonly ahead = 0
  ) {}

  wall = () => this.clock.wall() + this.ahead
  monotonic = () => this.clock.monotonic()

  later(delay: number, call: () => void): () => void {
    let isCancelled = false
    const run = () => {
      if (isCancelled) return
      if (this.isStopped) this.#waiting.push(run)
      else call()
    }
    const cancel = this.clock.later(delay, run)
    return () => {
      isCancelled = true
      cancel()
    }
  }

  resume(): void {
    this.isStopped = false
    for (const run of this.#waiting.splice(0)) run()
  }
}

export async function pass(clock: HandClock, time: number): Promise<void> {
  for (let passed = 0; passed < time; passed += 50) {
    clock.advance(50)
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
  }
}

/** A store that cannot be reached for a time. */
export class OwnWay implements LeaseStore {
  isCut = false

  constructor(private readonly store: Store) {}

  read = () => this.#reach(() => this.store.read())
  create = (text: string) => this.#reach(() => this.store.create(text))
  update = (text: string, revision: number) => this.#reach(() => this.store.update(text, revision))

  async #reach<Found>(ask: () => Promise<Found>): Promise<Found> {
    if (this.isCut) throw new Error('disconnected')
    return ask()
  }
}

export const candidate = (
  clock: Clock,
  store: LeaseStore,
  signal = new AbortController().signal,
  seen: SeenLeases = nothingSeen()
) => {
  const found = { term: null as Term | null }
  const ports = { clock, store, seen, holder: 'x', milliseconds }
  void acquireLease(ports, signal).then(
    (term) => (found.term = term),
    () => undefined
  )
  return found
}

export async function held(clock: HandClock, store: LeaseStore) {
  const seen: SeenLeases = nothingSeen()
  const found = candidate(clock, store, undefined, seen)
  await pass(clock, untilFirst)
  return { term: found.term!, seen }
}
