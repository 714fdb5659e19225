import {
  conversionsAtOnce,
  mostLookedUp,
  type ConversionDetail,
  type ConversionRow,
  type ConversionsState,
  type LookedUp,
  type LookUpAnswer
} from '../../shared/contract/conversions'
import { fail } from '../../shared/domain/problem'
import { idsIn } from '../../shared/domain/record-links'
import type { Conversion } from '../../shared/wire/conversion-decoder'
import type { Clock, Random } from '../clock'
import { Asking, type ReadConversion } from './asking'
import type { QuotesAt } from './beside-times'
import type { ConversionFile } from './conversion-file'
import { csvOf } from './csv'
import { detailOf } from './detail'
import { History, type Taken } from './history'
import { lookUpAll } from './look-up'
import { QuoteKeeping } from './quote-keeping'
import { decoded, isFound, rowOf } from './shown'
import type { StoredConversion } from './stored'
import { Watching } from './watching'

/** The start has other work. */
const catchUpAfter = 5000

/** A watched conversion is another one than before. */
export interface ConversionChange {
  readonly row: ConversionRow
  readonly statusBefore: string
}

export interface ConversionsPorts {
  readonly clock: Clock
  readonly random: Random
  readonly file: ConversionFile
  /** The markets that are known, for the pair of a conversion. */
  readonly markets: () => readonly string[]
  readonly quotes: QuotesAt
  /** Something of the state is another one now; often, so tell it with restraint. */
  readonly changed: () => void
  readonly noticed: (change: ConversionChange) => void
}

/** What reads conversions while a connection is in use that may. */
export interface ConversionService {
  readonly read: ReadConversion
  /** Milliseconds for which the service has asked for no requests at all. */
  readonly held: () => number
}

/** Conversions that were looked up, and those that are watched until they end. */
export class Conversions {
  #profileId: string | null = null
  #service: ConversionService | null = null
  #asking: Asking | null = null
  #absent: string | null = 'Not connected.'
  #lookingUp: { readonly stop: AbortController; readonly of: number; done: number } | null = null
  readonly #watching: Watching
  readonly #quotes: QuoteKeeping
  /** Whose history was gone through for quotes that were not kept yet. */
  #caughtUp: string | null = null
  #forgetCatchUp: (() => void) | null = null

  constructor(private readonly ports: ConversionsPorts) {
    this.#quotes = new QuoteKeeping(ports)
    const { clock, random, changed } = ports
    this.#watching = new Watching({
      clock,
      random,
      changed,
      held: () => this.#service?.held() ?? 0,
      ask: (id) => this.#askAgain(id),
      ended: (id, sentence) => {
        this.#history?.stop(id, sentence)
        changed()
      }
    })
  }

  get state(): ConversionsState {
    const entries = this.#history?.entries ?? []
    return {
      profileId: this.#history?.profileId ?? null,
      absent: this.#absent,
      rows: entries.slice(0, conversionsAtOnce).map((entry) => this.#row(entry)),
      count: entries.length,
      watched: entries.filter(({ watching }) => watching).length,
      lookingUp: this.#lookingUp && { done: this.#lookingUp.done, of: this.#lookingUp.of },
      notKept: this.ports.file.notKept
    }
  }

  /**
   * The profile that the person uses, null for none, and what reads with it: null with the sentence why not. Nothing
   * is asked for without it; what is watched goes on with the next one.
   */
  use(profileId: string | null, service: ConversionService | null, absent: string | null): void {
    this.#absent = service ? null : (absent ?? 'Not connected.')
    if (profileId !== this.#profileId || service !== this.#service) this.#take(profileId, service)
    this.#catchUpSoon()
    this.ports.changed()
  }

  /** All ids of a text; it fails only where there is none. */
  async lookUp(text: string, watch: boolean): Promise<LookUpAnswer> {
    const { ids, left } = idsIn(text, mostLookedUp)
    if (ids.length === 0) {
      throw fail(
        'conversions.no-id',
        'There is no conversion id in this text. It looks like 3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23.'
      )
    }
    return { results: await this.#lookUpAll(ids, watch), left }
  }

  async refresh(ids: readonly string[]): Promise<LookUpAnswer> {
    return { results: await this.#lookUpAll(ids, false), left: 0 }
  }

  stop(): void {
    this.#lookingUp?.stop.abort()
  }

  async open(id: string): Promise<ConversionDetail> {
    const history = this.#known()
    const entry = history.get(id)
    const beside = await this.#quotes.of(history.profileId, entry)
    return detailOf(entry, this.#row(entry), beside)
  }

  /** Of the whole history, or of what a search finds in it. */
  csv(search: string): string {
    return csvOf(this.#found(search))
  }

  page(search: string, from: number, most: number) {
    const found = this.#found(search)
    return {
      rows: found.slice(from, from + most).map((entry) => this.#row(entry)),
      count: found.length
    }
  }

  async watch(ids: readonly string[], watching: boolean): Promise<void> {
    const written = this.#known().watch(ids, watching)
    for (const id of ids) this.#watching.end(id)
    this.#settle(false)
    this.ports.changed()
    await written
  }

  async note(id: string, note: string): Promise<void> {
    const written = this.#known().note(id, note)
    this.ports.changed()
    await written
  }

  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#watching.end(id)
    const written = this.#known().forget(ids)
    this.ports.changed()
    await written
  }

  /** The connection was deleted. */
  async forgetProfile(profileId: string): Promise<void> {
    if (this.#history?.profileId === profileId) this.#watching.endAll()
    await this.ports.file.forget(profileId)
    this.ports.changed()
  }

  async clear(): Promise<void> {
    this.stop()
    this.#watching.endAll()
    await this.ports.file.clear()
    if (this.#profileId !== null) this.ports.file.use(this.#profileId)
    this.ports.changed()
  }

  dispose(): Promise<void> {
    this.#take(null, null)
    this.#forgetCatchUp?.()
    this.#quotes.dispose()
    return this.ports.file.dispose()
  }

  get #history(): History | null {
    const id = this.#profileId ?? this.ports.file.last
    return id === null ? null : new History(this.ports.file, id)
  }

  #found(search: string): readonly StoredConversion[] {
    return (this.#history?.entries ?? []).filter((entry) => isFound(entry, search))
  }

  #known(): History {
    const history = this.#history
    if (history) return history
    throw fail('conversions.gone', 'This conversion is not in the history any more.')
  }

  #take(profileId: string | null, service: ConversionService | null): void {
    this.stop()
    this.#watching.endAll()
    this.#asking?.dispose()
    this.#profileId = profileId
    this.#service = service
    this.#asking = service && new Asking(service.read)
    if (profileId !== null && service) this.ports.file.use(profileId)
    this.#settle(true)
  }

  /** Whatever is to be watched is, as long as it can be asked for. */
  #settle(soon: boolean): void {
    if (!this.#asking) return
    for (const { id, watching } of this.#history?.entries ?? []) if (watching) this.#watching.begin(id, soon)
  }

  async #lookUpAll(ids: readonly string[], watch: boolean): Promise<readonly LookedUp[]> {
    const asking = this.#asking
    const profileId = this.#profileId
    if (!asking || profileId === null) throw fail('conversions.absent', this.#absent ?? 'Not connected.')
    if (this.#lookingUp) {
      throw fail('conversions.busy', 'Other ids are being looked up. Wait until they are done, or stop them.')
    }
    const mine = { stop: new AbortController(), of: ids.length, done: 0 }
    this.#lookingUp = mine
    this.ports.changed()
    try {
      return await lookUpAll(ids, {
        signal: mine.stop.signal,
        progress: (done) => {
          mine.done = done
          this.ports.changed()
        },
        ask: async (id) => {
          const conversion = await asking.ask(id)
          // Nobody waits for it any more, and what it would be kept in may just have been cleared.
          mine.stop.signal.throwIfAborted()
          const taken = this.#takeIn(profileId, conversion, { byPerson: true, watch })
          return { id, ok: true, row: this.#row(taken!.entry) }
        }
      })
    } finally {
      this.#lookingUp = null
      this.ports.changed()
    }
  }

  async #askAgain(id: string): Promise<'same' | 'changed' | 'final'> {
    const profileId = this.#profileId
    const asking = this.#asking
    if (!asking || profileId === null) throw fail('conversions.absent', 'Not connected.', { retryable: true })
    const taken = this.#takeIn(profileId, await asking.ask(id), { byPerson: false, watch: false })
    return !taken?.entry.watching ? 'final' : taken.changed ? 'changed' : 'same'
  }

  #takeIn(
    profileId: string,
    conversion: Conversion,
    wish: { readonly byPerson: boolean; readonly watch: boolean }
  ): Taken | null {
    const { clock, file } = this.ports
    const taken = new History(file, profileId).take(conversion, { ...wish, now: clock.wall() })
    if (!taken) return null
    const { entry, before, changed } = taken
    if (!entry.watching) this.#watching.end(entry.id)
    else if (this.#profileId === profileId) this.#settle(false)
    if (changed && before?.watching) {
      this.ports.noticed({ row: this.#row(entry), statusBefore: decoded(before).status })
    }
    this.#quotes.want(profileId, [entry.id])
    this.ports.changed()
    return taken
  }

  /** Of what was looked up by an earlier Leadline, or just before it ended, while the recording is still there. */
  #catchUpSoon(): void {
    const profileId = this.#history?.profileId ?? null
    if (profileId === null || profileId === this.#caughtUp) return
    this.#caughtUp = profileId
    this.#forgetCatchUp?.()
    this.#forgetCatchUp = this.ports.clock.later(catchUpAfter, () => {
      const ids = this.ports.file.entries(profileId).map(({ id }) => id)
      this.#quotes.want(profileId, ids)
    })
  }

  readonly #row = (entry: StoredConversion): ConversionRow => rowOf(entry, this.#watching.of(entry.id))
}
