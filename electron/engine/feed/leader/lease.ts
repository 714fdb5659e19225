import { randomInt, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { Emitter } from '#shared/domain/base/emitter'
import { parseJson } from '#shared/wire/parse-json'
import type { Clock } from '../../base/clock'
import type { LogStart } from '../../recording/messages'

/** A value that changes only from the revision that was read. */
export interface LeaseStore {
  read(): Promise<{ readonly text: string; readonly revision: number } | null>
  /** Returns the new revision; null if another value is there. */
  create(text: string): Promise<number | null>
  update(text: string, revision: number): Promise<number | null>
}

/** Where recordings may go on. */
interface Reserved {
  next: number
  until: number
}

/** What a process knows of all leases that it saw, although the store was emptied. */
export interface SeenLeases extends Reserved {
  /** Of the last one; monotonic. */
  at: number
  /** The IDs of its own terms begin with it. */
  readonly process: string
}

export const nothingSeen = (): SeenLeases => ({ next: 0, until: 0, at: -Infinity, process: randomUUID() })

interface LeasePorts {
  readonly clock: Clock
  readonly store: LeaseStore
  readonly seen: SeenLeases
  /** For people who look at the store. */
  readonly holder: string
  readonly milliseconds: number
}

const schema = v.object({
  epoch: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  holder: v.pipe(v.string(), v.maxLength(200)),
  /** Of the term. */
  id: v.pipe(v.string(), v.maxLength(200)),
  isReleased: v.boolean(),
  /** Numbers of recorded items below it may be in use; 0 if that is not known. */
  next: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
  /** What the leader recorded arrived before, by its clock, in milliseconds since the epoch. */
  until: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)), 0)
})
type Written = v.InferOutput<typeof schema>

/** More than are recorded on average, so that numbers rise although the store was emptied. */
const numbersPerSecond = 100_000
/** Epochs of leaders that begin in the same second are a random choice. */
const epochsPerSecond = 2 ** 20
/** Shares of the lease. */
const lookEvery = 1 / 24
const confirmAfter = 1 / 12
const renewEvery = 1 / 6
/** After a failure: the connection may be back before half of the lease has passed. */
const renewAgainEvery = 1 / 30

/** A damaged value counts as one of the first leader. */
function read(text: string): Written {
  try {
    return v.parse(schema, parseJson(text, { strict: true }))
  } catch {
    return { epoch: 0, holder: '', id: '', isReleased: false, next: 0, until: 0 }
  }
}

/**
 * Waits until there is no leader, then leads. Clocks of computers are not compared: a lease is over when its value did not
 * change for as long as it holds. That of this process is over already: call it only after the term before has ended.
 */
export async function acquireLease(ports: LeasePorts, signal: AbortSignal): Promise<Term> {
  const { clock, store, seen, milliseconds } = ports
  let emptyAt: number | null = null
  let last = null as { readonly revision: number; readonly at: number } | null
  for (;;) {
    signal.throwIfAborted()
    const found = await store.read().catch(() => undefined)
    const now = clock.monotonic()
    if (found && found.revision !== last?.revision) last = { revision: found.revision, at: now }
    const lease = found ? read(found.text) : null
    if (lease) note(ports, lease)
    emptyAt = found === null ? (emptyAt ?? now) : null
    // A store that lost its lease gets it again from the leader, or else from one that knows where its recording ended.
    const knows = emptyAt !== null && emptyAt - seen.at < milliseconds
    const isAbandoned = emptyAt !== null && now - emptyAt >= (knows ? milliseconds / 2 : milliseconds)
    const isOver = last && now - last.at >= milliseconds
    const isFree = lease ? lease.isReleased || isOwn(seen, lease) || isOver : isAbandoned
    const epoch = Math.max((lease?.epoch ?? 0) + 1, newEpoch(clock))
    if (found !== undefined && isFree) {
      const named = { epoch, id: `${seen.process} ${randomUUID()}` }
      const numberNow = Math.floor((clock.wall() / 1000) * numbersPerSecond)
      const seq = lease?.next ? seen.next : Math.max(seen.next, numberNow)
      const start = { seq, time: seen.until }
      const text = textOf(ports, named, { isReleased: false, ...reserved(ports, start, seq) })
      const taking = found ? store.update(text, found.revision) : store.create(text)
      const revision = await taking.catch(() => null)
      if (revision !== null) {
        const term = new Term(ports, named, start, revision, now)
        await pause(clock, milliseconds * confirmAfter, signal)
        if (await term.confirm()) return term
        await term.release()
      }
    }
    await pause(clock, milliseconds * lookEvery, signal)
  }
}

/** Partly random, so that two terms differ even if the store was emptied and clocks differ: their frames must not mix. */
const newEpoch = (clock: Clock): number =>
  Math.floor(clock.wall() / 1000) * epochsPerSecond + randomInt(epochsPerSecond)

type Named = Pick<Written, 'epoch' | 'id'>

const textOf = ({ holder }: LeasePorts, named: Named, rest: Omit<Written, keyof Named | 'holder'>): string =>
  JSON.stringify({ ...named, holder, ...rest } satisfies Written)

const isOwn = ({ process }: SeenLeases, { id }: Named): boolean => id.startsWith(`${process} `)

function note({ clock, seen }: LeasePorts, { next, until }: Reserved): void {
  seen.next = Math.max(seen.next, next)
  seen.until = Math.max(seen.until, until)
  seen.at = clock.monotonic()
}

/**
 * Where the recording of the next leader may begin: after everything that this one records before it renews its lease or
 * loses it, and after those before. If each leader lasts as long as a lease, numbers do not overtake the clock.
 */
function reserved(ports: LeasePorts, start: LogStart, next: number): Reserved {
  const { clock, milliseconds } = ports
  const ahead = {
    next: Math.max(start.seq, next) + (milliseconds / 1000) * numbersPerSecond,
    until: Math.max(start.time + 1, clock.wall() + milliseconds)
  }
  note(ports, ahead)
  return ahead
}

export const pause = (clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.later(milliseconds, () => done())
    const done = () => {
      signal?.removeEventListener('abort', done)
      cancel()
      resolve()
    }
    signal?.addEventListener('abort', done, { once: true })
  })

/** The time for which one collector leads. It ends if the lease cannot be renewed for half of its time. */
export class Term {
  readonly #lost = new Emitter()
  /** Called once. */
  readonly onLost = this.#lost.on
  /** The number of the next item of its recording; null while nothing is recorded. */
  nextItem: () => number | null = () => null
  #next = 0
  #isOver = false
  #renewing: Promise<void> | null = null
  /** It failed before: the store may be empty. */
  #isDoubtful = false
  #cancel: () => void
  #renewedWall: number

  constructor(
    private readonly ports: LeasePorts,
    private readonly named: Named,
    /** Of its recording. */
    readonly start: LogStart,
    private revision: number,
    private renewedAt: number
  ) {
    this.#renewedWall = ports.clock.wall() - (ports.clock.monotonic() - renewedAt)
    this.#cancel = this.#renewLater()
  }

  get epoch(): number {
    return this.named.epoch
  }

  /** Ask before each message. */
  get isHeld(): boolean {
    if (!this.#isOver && this.#age >= this.ports.milliseconds / 2) this.#end()
    return !this.#isOver
  }

  /** Of the last renewal. The monotonic clock of some systems stands still while a computer sleeps. */
  get #age(): number {
    const { clock } = this.ports
    return Math.max(clock.monotonic() - this.renewedAt, clock.wall() - this.#renewedWall)
  }

  /** Now rather than in a while; afterwards `isHeld` says whether this is still the leader. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = null))
    return this.#renewing
  }

  /** Servers of a cluster may accept two changes of one revision; the later one stays. */
  async confirm(): Promise<boolean> {
    const { renewedAt } = this
    await this.renew()
    return this.isHeld && this.renewedAt > renewedAt
  }

  /** Lets another one lead at once. */
  async release(): Promise<void> {
    await this.#renewing
    const wasHeld = this.isHeld
    this.#isOver = true
    this.#cancel()
    if (wasHeld) await this.ports.store.update(this.#text(true), this.revision).catch(() => null)
  }

  async #renew(): Promise<void> {
    if (!this.isHeld) return
    const { clock } = this.ports
    const [asked, askedWall] = [clock.monotonic(), clock.wall()]
    try {
      const written = await this.#write().catch((thrown: unknown) => {
        if (!this.#isDoubtful) throw thrown
        return null
      })
      const revision = written ?? (await this.#writeAgain())
      if (revision === null) return this.#end()
      this.#isDoubtful = false
      this.revision = revision
      this.renewedAt = asked
      this.#renewedWall = askedWall
    } catch {
      // It is tried again while half of the lease has not passed.
      this.#isDoubtful = true
      this.#cancel()
      if (!this.#isOver) this.#cancel = this.#renewLater(renewAgainEvery)
    }
  }

  #write(): Promise<number | null> {
    return this.ports.store.update(this.#text(false), this.revision)
  }

  #text(isReleased: boolean): string {
    this.#next = Math.max(this.#next, this.nextItem() ?? 0)
    return textOf(this.ports, this.named, { isReleased, ...reserved(this.ports, this.start, this.#next) })
  }

  /** A renewal may have been written although its answer was lost, or the store may have lost it. */
  async #writeAgain(): Promise<number | null> {
    const { store } = this.ports
    const found = await store.read()
    if (!this.isHeld) return null
    if (!found) return store.create(this.#text(false))
    const { id, isReleased } = read(found.text)
    if (id !== this.named.id || isReleased) return null
    this.revision = found.revision
    return this.#write()
  }

  #renewLater(share = renewEvery): () => void {
    return this.ports.clock.later(this.ports.milliseconds * share, () => {
      void this.renew()
      if (this.isHeld) this.#cancel = this.#renewLater()
    })
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancel()
    this.#lost.fire()
  }
}
