import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { Emitter } from '#shared/domain/base/emitter'
import { parseJson } from '#shared/wire/parse-json'
import type { Clock } from '../../base/clock'

/** A value that changes only from the revision that was read. */
export interface LeaseStore {
  read(): Promise<{ readonly text: string; readonly revision: number } | null>
  /** Returns the new revision; null if another value is there. */
  create(text: string): Promise<number | null>
  update(text: string, revision: number): Promise<number | null>
}

interface LeasePorts {
  readonly clock: Clock
  readonly store: LeaseStore
  /** For people who look at the store. */
  readonly holder: string
  readonly milliseconds: number
}

const schema = v.object({
  epoch: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  holder: v.pipe(v.string(), v.maxLength(200)),
  /** Of the term. */
  id: v.pipe(v.string(), v.maxLength(200)),
  isReleased: v.boolean()
})
type Written = v.InferOutput<typeof schema>

/** Share of the lease. */
const [lookEvery, renewEvery] = [1 / 12, 1 / 6]

/** A damaged value counts as one of the first leader. */
function read(text: string): Written {
  try {
    return v.parse(schema, parseJson(text, { strict: true }))
  } catch {
    return { epoch: 0, holder: '', id: '', isReleased: false }
  }
}

/**
 * Waits until there is no leader, then leads. Clocks of computers are not compared: a lease is over when its value did not
 * change for as long as it holds.
 */
export async function acquireLease(ports: LeasePorts, signal: AbortSignal): Promise<Term> {
  const { clock, store, milliseconds } = ports
  let seen = null as { readonly revision: number; readonly at: number } | null
  for (;;) {
    signal.throwIfAborted()
    const found = await store.read().catch(() => undefined)
    const now = clock.monotonic()
    if (found && found.revision !== seen?.revision) seen = { revision: found.revision, at: now }
    const last = found ? read(found.text) : null
    const isFree = found === null || last?.isReleased || (seen && now - seen.at >= milliseconds)
    // A store that was emptied must not bring epochs back.
    const epoch = Math.max((last?.epoch ?? 0) + 1, Math.floor(clock.wall() / 1000))
    if (found !== undefined && isFree) {
      const id = randomUUID()
      const text = textOf(ports, { epoch, id }, false)
      const taking = found ? store.update(text, found.revision) : store.create(text)
      const revision = await taking.catch(() => null)
      if (revision !== null) return new Term(ports, { epoch, id }, revision, now)
    }
    await pause(clock, milliseconds * lookEvery, signal)
  }
}

type Named = Pick<Written, 'epoch' | 'id'>

const textOf = ({ holder }: LeasePorts, named: Named, isReleased: boolean): string =>
  JSON.stringify({ ...named, holder, isReleased } satisfies Written)

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
  #isOver = false
  #renewing: Promise<void> | null = null
  #cancel: () => void

  constructor(
    private readonly ports: LeasePorts,
    private readonly named: Named,
    private revision: number,
    private renewedAt: number
  ) {
    this.#cancel = this.#renewLater()
  }

  get epoch(): number {
    return this.named.epoch
  }

  /** Ask before each message. */
  get isHeld(): boolean {
    if (!this.#isOver && this.ports.clock.monotonic() - this.renewedAt >= this.ports.milliseconds / 2)
      this.#end()
    return !this.#isOver
  }

  /** Now rather than in a while; afterwards `isHeld` says whether this is still the leader. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = null))
    return this.#renewing
  }

  /** Lets another one lead at once. */
  async release(): Promise<void> {
    await this.#renewing
    const wasHeld = this.isHeld
    this.#isOver = true
    this.#cancel()
    if (wasHeld)
      await this.ports.store.update(textOf(this.ports, this.named, true), this.revision).catch(() => null)
  }

  async #renew(): Promise<void> {
    if (!this.isHeld) return
    const asked = this.ports.clock.monotonic()
    try {
      const revision = (await this.#write()) ?? ((await this.#findOwn()) ? await this.#write() : null)
      if (revision === null) return this.#end()
      this.revision = revision
      this.renewedAt = asked
    } catch {
      // It is tried again while half of the lease has not passed.
    }
  }

  #write(): Promise<number | null> {
    return this.ports.store.update(textOf(this.ports, this.named, false), this.revision)
  }

  /** A renewal may have been written although its answer was lost. */
  async #findOwn(): Promise<boolean> {
    const found = await this.ports.store.read()
    const { id, isReleased } = read(found?.text ?? '')
    if (!found || id !== this.named.id || isReleased) return false
    this.revision = found.revision
    return true
  }

  #renewLater(): () => void {
    return this.ports.clock.later(this.ports.milliseconds * renewEvery, () => {
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
