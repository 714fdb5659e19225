import { maxLookups, type LookedUp, type LookUpAnswer } from '#shared/contract/records/conversions'
import { toProblem } from '#shared/domain/base/problem'
import { idsIn, type FoundIds } from '#shared/domain/records/record-links'
import { valueOf } from '#renderer/lib/client'
import type { Desk } from '#renderer/lib/desk'

/** A look-up that failed stands with its sentence until it is tried again or put away. */
interface Failure {
  readonly id: string
  readonly sentence: string
  /** It is tried again by itself, as soon as anything can be looked up. */
  readonly waiting: boolean
}

interface LookUpPorts {
  readonly desk: Desk
  /** Why nothing can be looked up now, or null. */
  readonly absent: () => string | null
  /** Other ids are being looked up, here or in another window. */
  readonly busy: () => boolean
  /** Shows one that was found. */
  readonly show: (id: string) => void
  /** Something was asked for: the history shows it first. */
  readonly asked: () => void
}

const maxIds = 10_000
const example = '3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23'

/** The field for ids, and what came of looking them up. */
export class LookUp {
  text = $state('')
  watch = $state(true)
  /** What there is to say of the field itself. */
  hint = $state<string | null>(null)
  failures = $state.raw<readonly Failure[]>([])
  /** Its own question is under way. */
  asking = $state(false)
  /** What is in the field comes next. */
  #queued = false
  /** What the question under way is about; empty once the connection changed. */
  #asked: readonly string[] = []
  readonly found: FoundIds = $derived(idsIn(this.text, maxIds))

  constructor(private readonly ports: LookUpPorts) {}

  get count(): number {
    return this.found.ids.length + this.found.left
  }

  get refused(): string | null {
    return this.ports.absent() ?? (this.#busy ? 'Other ids are being looked up.' : null)
  }

  get #busy(): boolean {
    return this.ports.absent() === null && (this.asking || this.ports.busy())
  }

  typed(): void {
    this.hint = null
    this.#queued = false
  }

  /** All ids of the field; those beyond what can be asked for at once stay in it for the next turn. */
  async run(): Promise<void> {
    const { ids } = this.found
    if (ids.length === 0) {
      this.hint = `There is no conversion id in this text. It looks like ${example}.`
      return
    }
    if (this.refused !== null) {
      this.#queued = this.#busy
      this.hint = this.#queued ? 'They are looked up as soon as the others are.' : this.refused
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
      this.hint = 'The clipboard holds no conversion id.'
      return
    }
    this.text = ids.join('\n')
    this.hint = left > 0 ? `The clipboard holds ${left} more, which were left out.` : null
    if (this.refused === null) await this.run()
  }

  /** Ids that came from elsewhere, a link for example: they wait until they can be asked for. */
  async want(ids: readonly string[]): Promise<void> {
    if (this.refused === null) {
      const results = await this.lookUp(ids)
      if (results.length === 1 && results[0]?.ok) this.ports.show(results[0].id)
      return
    }
    const sentence = this.refused
    this.#fail(ids.map((id) => ({ id, sentence, waiting: true })))
  }

  /** Called when something of the state is another one now. */
  goOn(): void {
    if (this.refused !== null) return
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

  /** What was not answered or failed with another connection is back in the field; a link still waits for any. */
  connectionChanged(): void {
    const failed = this.failures.filter(({ waiting }) => !waiting).map(({ id }) => id)
    const open = [...this.#asked, ...failed]
    this.#asked = []
    this.#queued = false
    if (open.length === 0) return
    this.failures = this.failures.filter(({ waiting }) => waiting)
    this.text = [...open, ...this.found.ids.filter((id) => !open.includes(id))].join('\n')
    this.hint = 'The connection changed before these ids were found.'
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
      this.ports.desk.announcer.say(`${found} of ${results.length} found.`)
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
      this.goOn()
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
