import { conversionsText } from '#renderer/messages/conversions'
import { maxLookups, type LookedUp, type LookUpAnswer } from '#shared/contract/records/conversions'
import { toProblem } from '#shared/domain/base/problem'
import { idsIn, type FoundIds } from '#shared/domain/records/record-links'
import { valueOf } from '#renderer/lib/client'
import type { Desk } from '#renderer/lib/desk'

/** A failed lookup, until retried or dismissed. */
interface Failure {
  readonly id: string
  readonly sentence: string
  /** Retried automatically when lookups are available. */
  readonly waiting: boolean
}

interface LookUpPorts {
  readonly desk: Desk
  /** Why lookups are unavailable, or null. */
  readonly absent: () => string | null
  /** A lookup is running, here or in another window. */
  readonly busy: () => boolean
  readonly show: (id: string) => void
  /** The history scrolls to the top. */
  readonly asked: () => void
}

const { lookUp: text } = conversionsText
const maxIds = 10_000
const example = '3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23'

/** The field for IDs, and the results of looking them up. */
export class LookUp {
  text = $state('')
  watch = $state(true)
  /** Below the field. */
  hint = $state<string | null>(null)
  failures = $state.raw<readonly Failure[]>([])
  asking = $state(false)
  /** The field's content is looked up next. */
  #queued = false
  /** The hint is why it was refused, until that changes. */
  #isRefused = false
  /** The IDs being looked up; empty once the connection changed. */
  #asked: readonly string[] = []
  readonly found: FoundIds = $derived(idsIn(this.text, maxIds))

  constructor(private readonly ports: LookUpPorts) {}

  get count(): number {
    return this.found.ids.length + this.found.left
  }

  get refused(): string | null {
    return this.ports.absent() ?? (this.#busy ? text.busy : null)
  }

  get #busy(): boolean {
    return this.ports.absent() === null && (this.asking || this.ports.busy())
  }

  typed(): void {
    this.hint = null
    this.#queued = this.#isRefused = false
  }

  /** IDs beyond the limit stay in the field for the next run. */
  async run(): Promise<void> {
    const { ids } = this.found
    if (ids.length === 0) {
      this.hint = text.noId(example)
      return
    }
    if (this.refused !== null) {
      this.#queued = this.#busy
      this.#isRefused = !this.#queued
      this.hint = this.#queued ? text.queued : this.refused
      return
    }
    const now = ids.slice(0, maxLookups)
    this.#queued = ids.length > now.length
    this.text = ids.slice(now.length).join('\n')
    this.hint = null
    const results = await this.lookUp(now)
    const [only] = results
    if (only?.ok && now.length === 1) this.ports.show(only.id)
  }

  async fromClipboard(): Promise<void> {
    const { ids, left } = await valueOf(this.ports.desk.bridge.call.conversions.clipboard())
    if (ids.length === 0) {
      this.hint = text.clipboardEmpty
      return
    }
    this.text = ids.join('\n')
    this.hint = left > 0 ? text.clipboardMore(left) : null
    if (this.refused === null) await this.run()
  }

  /** IDs from a link wait until they can be looked up. */
  async want(ids: readonly string[]): Promise<void> {
    if (this.refused === null) {
      const results = await this.lookUp(ids)
      if (results.length === 1 && results[0]?.ok) this.ports.show(results[0].id)
      return
    }
    const sentence = this.refused
    this.#fail(ids.map((id) => ({ id, sentence, waiting: true })))
  }

  /** Called when the state has changed. */
  continue(): void {
    if (this.refused !== null) return
    if (this.#isRefused) this.typed()
    const waiting = this.failures.filter(({ waiting: waits }) => waits).map(({ id }) => id)
    if (waiting.length > 0) void this.want(waiting.slice(0, maxLookups))
    else if (this.#queued) void this.run()
  }

  retry(ids: readonly string[]): Promise<unknown> {
    return this.lookUp(ids.slice(0, maxLookups))
  }

  dismiss(ids: readonly string[]): void {
    this.failures = this.failures.filter(({ id }) => !ids.includes(id))
  }

  /** IDs without an answer go back into the field; those of a link keep waiting. */
  connectionChanged(): void {
    const failed = this.failures.filter(({ waiting }) => !waiting).map(({ id }) => id)
    const open = [...this.#asked, ...failed]
    this.#asked = []
    this.#queued = false
    if (open.length === 0) return
    this.failures = this.failures.filter(({ waiting }) => waiting)
    this.text = [...open, ...this.found.ids.filter((id) => !open.includes(id))].join('\n')
    this.hint = text.connectionChanged
  }

  async stop(): Promise<void> {
    this.#queued = false
    await valueOf(this.ports.desk.bridge.call.conversions.stop())
  }

  lookUp(ids: readonly string[]): Promise<readonly LookedUp[]> {
    const { watch } = this
    return this.#ask(ids, () =>
      valueOf(this.ports.desk.bridge.call.conversions.lookUp({ text: ids.join(' '), watch }))
    )
  }

  refresh(ids: readonly string[]): Promise<readonly LookedUp[]> {
    return this.#ask(ids, () => valueOf(this.ports.desk.bridge.call.conversions.refresh({ ids: [...ids] })))
  }

  async #ask(ids: readonly string[], ask: () => Promise<LookUpAnswer>): Promise<readonly LookedUp[]> {
    this.asking = true
    this.#asked = ids
    this.dismiss(ids)
    this.ports.asked()
    try {
      const { results } = await ask()
      if (this.#asked !== ids) return []
      this.#fail(results.flatMap((each) => (each.ok ? [] : [{ ...each, waiting: false }])))
      const found = results.filter(({ ok }) => ok).length
      this.ports.desk.announcer.say(text.result(found, results.length))
      return results
    } catch (thrown) {
      if (this.#asked !== ids) return []
      const { sentence } = toProblem(thrown)
      this.#fail(ids.map((id) => ({ id, sentence, waiting: false })))
      this.ports.desk.announcer.say(sentence)
      return []
    } finally {
      this.asking = false
      this.#asked = []
      this.continue()
    }
  }

  #fail(failed: readonly Failure[]): void {
    const again = failed.map(({ id }) => id)
    this.failures = [
      ...failed.map(({ id, sentence, waiting }) => ({ id, sentence, waiting })),
      ...this.failures.filter(({ id }) => !again.includes(id))
    ]
  }
}
