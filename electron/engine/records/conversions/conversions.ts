import { conversionText } from '#shared/messages/conversions'
import {
  conversionsAtOnce,
  maxConversions,
  maxLookups,
  roomMade,
  type ConversionDetail,
  type ConversionRow,
  type ConversionsState,
  type LookedUp,
  type LookUpAnswer
} from '#shared/contract/records/conversions'
import { fail } from '#shared/domain/base/problem'
import { idsIn } from '#shared/domain/records/record-links'
import type { Conversion } from '#shared/wire/conversion-decoder'
import type { Clock, Random } from '../../base/clock'
import { Ageing } from './ageing'
import { Asking, type ReadConversion } from './asking'
import type { QuotesAt } from './beside-times'
import type { ConversionFile } from './conversion-file'
import { csvOf } from './csv'
import { detailOf } from './detail'
import { History, type Taken } from './history'
import { LookUps } from './look-up'
import { QuoteKeeping } from './quote-keeping'
import { decoded, isFound, rowOf } from './shown'
import { profileIn } from './history-key'
import type { StoredConversion } from './stored'
import { Watching } from './watching'

/** A watched conversion changed. */
export interface ConversionChange {
  readonly row: ConversionRow
  readonly statusBefore: string
  /** Why it is no longer watched, or null. */
  readonly failure: string | null
  /** Milliseconds since its creation, the first time that this is longer than usual; null otherwise. */
  readonly overdue: number | null
}

interface ConversionsPorts {
  readonly clock: Clock
  readonly random: Random
  /** Null if unknown. */
  readonly serviceNow: () => number | null
  readonly file: ConversionFile
  /** The known markets. */
  readonly markets: () => readonly string[]
  readonly quotes: QuotesAt
  /** Called often. */
  readonly changed: () => void
  readonly noticed: (change: ConversionChange) => void
}

export interface ConversionService {
  readonly read: ReadConversion
  /** Milliseconds of the service's back-off. */
  readonly held: () => number
}

/** Looks up conversions, and watches them until they are final. */
export class Conversions {
  /** See `historyKey`. */
  #key: string | null = null
  #service: ConversionService | null = null
  #asking: Asking | null = null
  #absent: string | null = conversionText.connection.notConnected
  readonly #lookUps: LookUps
  readonly #watching: Watching
  readonly #quotes: QuoteKeeping
  readonly #ageing: Ageing

  constructor(private readonly ports: ConversionsPorts) {
    this.#quotes = new QuoteKeeping(ports)
    this.#ageing = new Ageing(ports)
    this.#lookUps = new LookUps(ports.changed)
    const { clock, random, changed } = ports
    this.#watching = new Watching({
      clock,
      random,
      changed,
      held: () => this.#service?.held() ?? 0,
      ask: (id) => this.#check(id),
      ended: (id, sentence) => this.#watchFailed(id, sentence)
    })
  }

  get state(): ConversionsState {
    const entries = this.#history?.entries ?? []
    return {
      profileId: this.#history && profileIn(this.#history.key),
      history: this.#history?.key ?? null,
      absent: this.#absent,
      rows: entries.slice(0, conversionsAtOnce).map((entry) => this.#row(entry)),
      count: entries.length,
      isFull: entries.length >= maxConversions,
      watched: entries.filter(({ watching }) => watching).length,
      lookingUp: this.#lookUps.progress,
      notSaved: this.ports.file.notSaved
    }
  }

  /** @param keys the current key of every connection */
  followServices(keys: readonly string[]): void {
    this.ports.file.followServices(keys)
    this.ports.changed()
  }

  /** @param absent why no service is available */
  use(key: string | null, service: ConversionService | null, absent: string | null): void {
    this.#absent = service ? null : (absent ?? conversionText.connection.notConnected)
    if (key !== this.#key || service !== this.#service) this.#switchTo(key, service)
    this.#quotes.catchUpSoon(this.#history?.key ?? null)
    this.ports.changed()
  }

  /** Looks up all IDs in a text, and fails if there are none. */
  async lookUp(text: string, watch: boolean): Promise<LookUpAnswer> {
    const { ids, left } = idsIn(text, maxLookups)
    if (ids.length === 0) {
      throw fail('conversions.no-id', conversionText.lookUp.noId('3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23'))
    }
    return { results: await this.#lookUpAll(ids, watch), left }
  }

  async refresh(ids: readonly string[]): Promise<LookUpAnswer> {
    return { results: await this.#lookUpAll(ids, false), left: 0 }
  }

  stop(): void {
    this.#lookUps.stop()
  }

  async open(id: string): Promise<ConversionDetail> {
    const history = this.#known()
    const entry = history.get(id)
    const beside = await this.#quotes.of(history.key, entry)
    return detailOf(entry, this.#row(entry), beside)
  }

  /** Of the history, or of the matches of a search; `watched`: only those being watched. */
  csv(search: string, watched: boolean): string {
    const found = this.#found(search).filter(({ watching }) => watching || !watched)
    return csvOf(found, (entry) => this.#ageing.ageOf(this.#key, entry))
  }

  page(search: string, from: number, max: number) {
    const found = this.#found(search)
    return {
      rows: found.slice(from, from + max).map((entry) => this.#row(entry)),
      count: found.length
    }
  }

  position(search: string, id: string): number | null {
    const position = this.#found(search).findIndex((entry) => entry.id === id)
    return position < 0 ? null : position
  }

  async watch(ids: readonly string[], watching: boolean): Promise<void> {
    const written = this.#known().watch(ids, watching)
    for (const id of ids) this.#watching.end(id)
    this.#startWatches(false)
    this.ports.changed()
    await written
  }

  async note(id: string, note: string): Promise<void> {
    const written = this.#known().note(id, note)
    this.ports.changed()
    await written
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#watching.end(id)
    const written = this.#known().remove(ids)
    this.ports.changed()
    await written
  }

  /** Removes the oldest conversions without a note that are not watched. */
  async makeRoom(): Promise<void> {
    const written = this.#known().makeRoom(roomMade)
    this.ports.changed()
    await written
  }

  async removeProfile(profileId: string): Promise<void> {
    if (this.#history && profileIn(this.#history.key) === profileId) this.#watching.endAll()
    await this.ports.file.remove(profileId)
    this.ports.changed()
  }

  async clear(): Promise<void> {
    this.stop()
    this.#watching.endAll()
    await this.ports.file.clear()
    if (this.#key !== null) this.ports.file.use(this.#key)
    this.ports.changed()
  }

  dispose(): Promise<void> {
    this.#switchTo(null, null)
    this.#quotes.dispose()
    return this.ports.file.dispose()
  }

  get #history(): History | null {
    const key = this.#key ?? this.ports.file.last
    return key === null ? null : new History(this.ports.file, key)
  }

  #found(search: string): readonly StoredConversion[] {
    return (this.#history?.entries ?? []).filter((entry) => isFound(entry, search))
  }

  #known(): History {
    const history = this.#history
    if (history) return history
    throw fail('conversions.gone', conversionText.lookUp.gone)
  }

  #switchTo(key: string | null, service: ConversionService | null): void {
    this.stop()
    this.#watching.endAll()
    this.#asking?.dispose()
    this.#key = key
    this.#service = service
    this.#asking = service && new Asking(service.read)
    if (key !== null && service) this.ports.file.use(key)
    this.#startWatches(true)
  }

  /** Starts the watches of the history. */
  #startWatches(soon: boolean): void {
    if (!this.#asking) return
    for (const { id, watching } of this.#history?.entries ?? []) if (watching) this.#watching.begin(id, soon)
  }

  async #lookUpAll(ids: readonly string[], watch: boolean): Promise<readonly LookedUp[]> {
    const asking = this.#asking
    const key = this.#key
    if (!asking || key === null)
      throw fail('conversions.absent', this.#absent ?? conversionText.connection.notConnected)
    return this.#lookUps.run(ids, async (id, signal) => {
      new History(this.ports.file, key).assertRoomFor(id)
      const conversion = await asking.ask(id)
      // The history may have been cleared meanwhile.
      signal.throwIfAborted()
      const stored = this.#store(key, conversion, { byPerson: true, watch })
      return { id, ok: true, row: this.#row(stored!.entry) }
    })
  }

  async #check(id: string): Promise<'same' | 'changed' | 'final'> {
    const key = this.#key
    const asking = this.#asking
    if (!asking || key === null)
      throw fail('conversions.absent', conversionText.connection.notConnected, { retryable: true })
    const stored = this.#store(key, await asking.ask(id), { byPerson: false, watch: false })
    return !stored?.entry.watching ? 'final' : stored.changed ? 'changed' : 'same'
  }

  #store(
    key: string,
    conversion: Conversion,
    options: { readonly byPerson: boolean; readonly watch: boolean }
  ): Taken | null {
    const { clock, file } = this.ports
    const taken = new History(file, key).take(conversion, { ...options, now: clock.wall() })
    if (!taken) return null
    const { entry, before, changed } = taken
    if (!entry.watching) this.#watching.end(entry.id)
    else if (this.#key === key) this.#startWatches(false)
    const overdue = this.#ageing.newlyOverdue(key, entry)
    // The user sees it in the answer to a lookup.
    if (before?.watching && (changed || (overdue !== null && !options.byPerson))) {
      const statusBefore = decoded(before).status
      this.ports.noticed({ row: this.#row(entry), statusBefore, failure: null, overdue })
    }
    this.#quotes.want(key, [entry.id])
    this.ports.changed()
    return taken
  }

  #watchFailed(id: string, sentence: string): void {
    const entry = this.#history?.stop(id, sentence)
    const failure = sentence
    if (entry) {
      const statusBefore = decoded(entry).status
      this.ports.noticed({ row: this.#row(entry), statusBefore, failure, overdue: null })
    }
    this.ports.changed()
  }

  readonly #row = (entry: StoredConversion): ConversionRow =>
    rowOf(entry, this.#watching.of(entry.id), (conversion) =>
      this.#ageing.usualOf(this.#history?.key ?? null, conversion)
    )
}
