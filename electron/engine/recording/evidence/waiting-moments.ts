import * as v from 'valibot'
import { fail, toProblem } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { Clock } from '../../base/clock'
import { JsonStore, type JsonStorePorts } from '../../base/files'
import { readableOf } from '../named-list'

const text = recordingText.evidence.waiting
const maxWaiting = 20
/** Milliseconds. */
const retryAfter = 30_000
/** Another job has to end, or the desk's list is not complete yet. */
const notYet: ReadonlySet<string> = new Set(['recording.busy', 'recording.not-shared'])

const waitingMoment = v.object({
  id: v.string(),
  /** The folder of its log, below that of all recordings. */
  recording: v.string(),
  market: v.string(),
  kind: v.picklist(['newest', 'alert']),
  /** In nanoseconds since the epoch. */
  at: v.pipe(v.string(), v.regex(/^\d{1,19}$/)),
  /** The file that will be written. An edited list must not overwrite files of another kind. */
  path: v.pipe(v.string(), v.regex(/\.zip$/i)),
  /** A PNG in base64. */
  picture: v.nullable(v.string()),
  /** Recorded by this computer, so that nothing has to be shared. */
  isHere: v.optional(v.boolean(), false),
  /** The alert that fired, if that alone asked for it. */
  alert: v.optional(v.nullable(v.object({ profileId: v.string(), number: v.number() })), null)
})
export type WaitingMoment = v.InferOutput<typeof waitingMoment>

type NewMoment = Omit<WaitingMoment, 'id' | 'isHere' | 'alert'> & Partial<WaitingMoment>

const schema = v.looseObject({ moments: v.pipe(v.array(waitingMoment), v.maxLength(maxWaiting)) })

interface WaitingPorts extends JsonStorePorts {
  readonly clock: Clock
  readonly newId: () => string
  readonly isShared: (moment: WaitingMoment) => boolean
  /** Keeps its evidence; false if its job was cancelled. Writes only what is still wanted. */
  readonly keep: (moment: WaitingMoment, isWanted: () => boolean) => Promise<boolean>
  /** The user cancelled its job, so it waits no longer. */
  readonly cancelled: (moment: WaitingMoment) => void
  /** `isFinal` if it is not tried again. */
  readonly failed: (moment: WaitingMoment, sentence: string, isFinal: boolean) => void
  readonly changed: () => void
}

/** `waiting-evidence.json`: moments of which a desk has not shared the recording yet, or that alerts ask for. */
export class WaitingMoments {
  #isLooking = false
  #isDue = false
  #isDisposed = false
  #cancelRetry: (() => void) | null = null
  /** Why it was not kept, by ID. */
  readonly #problems = new Map<string, string>()

  private constructor(
    private readonly ports: WaitingPorts,
    private readonly store: JsonStore<v.InferOutput<typeof schema>>
  ) {}

  static async open(ports: WaitingPorts): Promise<WaitingMoments> {
    const store = await JsonStore.open<v.InferOutput<typeof schema>>({
      ...{ ...ports, schema, version: 1, title: text.file, initial: { moments: [] } },
      salvage(damaged) {
        const { readable, lost } = readableOf(damaged['moments'], waitingMoment, maxWaiting)
        return { content: { ...damaged, moments: readable }, lost: text.lost(lost) }
      }
    })
    return new WaitingMoments(ports, store)
  }

  /** A message for the user, or null. */
  get notice(): string | null {
    return this.store.notice
  }

  get all(): readonly WaitingMoment[] {
    return this.store.value.moments
  }

  problemOf({ id }: WaitingMoment): string | null {
    return this.#problems.get(id) ?? null
  }

  /** @param isHere not listed, so the user cannot cancel some */
  refuse(isHere = false): void {
    if (this.all.length < maxWaiting) return
    throw fail('evidence.too-many', (isHere ? text.tooManyHere : text.tooMany)(maxWaiting))
  }

  async add(added: NewMoment): Promise<WaitingMoment> {
    this.refuse(added.isHere)
    const moment = { isHere: false, alert: null, ...added, id: this.ports.newId() }
    await this.#set([...this.all, moment])
    this.look()
    return moment
  }

  async remove(id: string): Promise<void> {
    this.#problems.delete(id)
    if (this.#has(id)) await this.#set(this.all.filter((each) => each.id !== id))
  }

  /** Keeps those that are shared by now. */
  look(): void {
    this.#isDue = true
    if (!this.#isLooking) void this.#lookWhileDue()
  }

  async clear(): Promise<void> {
    this.#problems.clear()
    await this.#set([])
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    this.#cancelRetry?.()
    await this.store.dispose()
  }

  async #lookWhileDue(): Promise<void> {
    this.#isLooking = true
    while (this.#isDue && !this.#isDisposed) {
      this.#isDue = false
      for (const moment of this.all)
        if (!this.#isDisposed && this.#has(moment.id) && this.ports.isShared(moment)) await this.#keep(moment)
    }
    this.#isLooking = false
  }

  async #keep(moment: WaitingMoment): Promise<void> {
    const { keep, failed, cancelled } = this.ports
    const isWanted = () => !this.#isDisposed && this.#has(moment.id)
    try {
      const isKept = await keep(moment, isWanted)
      if (!isWanted()) return
      await this.remove(moment.id)
      if (!isKept) cancelled(moment)
    } catch (thrown) {
      if (!isWanted()) return
      const { code, sentence, retryable } = toProblem(thrown)
      const isNew = !notYet.has(code) && this.#problems.get(moment.id) !== sentence
      if (isNew) failed(moment, sentence, !retryable)
      if (retryable) this.#retryLater(moment, isNew ? sentence : null)
      else await this.remove(moment.id)
    }
  }

  #retryLater({ id }: WaitingMoment, sentence: string | null): void {
    if (sentence !== null) {
      this.#problems.set(id, sentence)
      this.ports.changed()
    }
    this.#cancelRetry?.()
    this.#cancelRetry = this.ports.clock.later(retryAfter, () => this.look())
  }

  #has(id: string): boolean {
    return this.all.some((each) => each.id === id)
  }

  async #set(moments: WaitingMoment[]): Promise<void> {
    const written = this.store.update({ moments })
    this.ports.changed()
    await written
  }
}
