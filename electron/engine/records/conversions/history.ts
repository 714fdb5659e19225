import { conversionText } from '#shared/messages/conversions'
import { maxConversions } from '#shared/contract/records/conversions'
import { fail } from '#shared/domain/base/problem'
import { isUnderway, type Conversion } from '#shared/wire/conversion-decoder'
import type { ConversionFile } from './conversion-file'
import { quotedTimes, type KeptQuotes } from './kept-quotes'
import { isSameRecord, keepable } from './record'
import { decoded } from './shown'
import type { StoredConversion } from './stored'

/** Bounds a status that keeps changing. */
const maxSeen = 50

export interface Taken {
  readonly entry: StoredConversion
  /** Null if new. */
  readonly before: StoredConversion | null
  readonly changed: boolean
}

interface TakeOptions {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The user requested it: it moves to the top and is kept. */
  readonly byPerson: boolean
  readonly watch: boolean
}

/** The history of one connection and service. */
export class History {
  constructor(
    private readonly file: ConversionFile,
    /** See `historyKey`. */
    readonly key: string
  ) {}

  get entries(): readonly StoredConversion[] {
    return this.file.entries(this.key)
  }

  get(id: string): StoredConversion {
    const entry = this.file.find(this.key, id)
    if (entry) return entry
    throw fail('conversions.gone', conversionText.lookUp.gone)
  }

  /** Null if it was removed during the request. */
  take(conversion: Conversion, { now, byPerson, watch }: TakeOptions): Taken | null {
    const record = keepable(conversion)
    const id = conversion.id.toLowerCase()
    const before = this.file.find(this.key, id) ?? null
    if (!before && !byPerson) return null
    const underway = isUnderway(conversion)
    const { status } = conversion
    const seen = before?.seen ?? []
    const entry: StoredConversion = {
      note: '',
      ...before,
      id,
      record,
      lookedUpAt: byPerson ? now : before!.lookedUpAt,
      answeredAt: now,
      watching: underway && (watch || before?.watching === true),
      stopped: underway && !watch ? (before?.stopped ?? null) : null,
      seen: seen.at(-1)?.status === status ? seen : [...seen, { at: now, status }].slice(-maxSeen)
    }
    if (byPerson) this.#setSoon(withRoom([entry, ...this.entries.filter((each) => each.id !== id)]))
    else this.#setSoon(this.entries.map((each) => (each.id === id ? entry : each)))
    return { entry, before, changed: before !== null && !isSameRecord(before.record, record) }
  }

  /** Ignores final conversions. */
  async watch(ids: readonly string[], watching: boolean): Promise<void> {
    const wanted = new Set(ids)
    const changed = this.entries.map((entry) => {
      if (!wanted.has(entry.id)) return entry
      return { ...entry, watching: watching && isUnderway(decoded(entry)), stopped: null }
    })
    await this.file.set(this.key, changed)
  }

  /** Stops watching for good. */
  stop(id: string, sentence: string): StoredConversion | null {
    const before = this.file.find(this.key, id)
    if (!before) return null
    const stopped = { ...before, watching: false, stopped: sentence }
    this.#setSoon(this.entries.map((entry) => (entry.id === id ? stopped : entry)))
    return stopped
  }

  /** It takes longer than usual, and the user knows. */
  markOverdue(id: string): void {
    this.#setSoon(this.entries.map((entry) => (entry.id === id ? { ...entry, overdue: true } : entry)))
  }

  /** Earlier quotes are not replaced by missing ones. */
  keepQuotes(id: string, found: KeptQuotes): void {
    const before = this.file.find(this.key, id)
    const news = quotedTimes.flatMap((time) => {
      const [quote, known] = [found[time], before?.quotes?.[time]]
      const isKnown = known && quote && known.moment === quote.moment && known.recorded && !quote.recorded
      return quote && !isKnown && JSON.stringify(quote) !== JSON.stringify(known) ? [[time, quote]] : []
    })
    if (!before || news.length === 0) return
    const entry = { ...before, quotes: { ...before.quotes, ...Object.fromEntries(news) } }
    this.#setSoon(this.entries.map((each) => (each.id === id ? entry : each)))
  }

  async note(id: string, note: string): Promise<void> {
    const entry = { ...this.get(id), note }
    await this.file.set(
      this.key,
      this.entries.map((each) => (each.id === id ? entry : each))
    )
  }

  async remove(ids: readonly string[]): Promise<void> {
    const gone = new Set(ids)
    await this.file.set(
      this.key,
      this.entries.filter(({ id }) => !gone.has(id))
    )
  }

  /** Fails early if there is no space. */
  assertRoomFor(id: string): void {
    if (this.entries.length < maxConversions || this.file.find(this.key, id)) return
    throw fail('conversions.full', full)
  }

  /** Removes the oldest without a note that are not watched. */
  async makeRoom(max: number): Promise<void> {
    const free = this.entries.filter(({ note, watching }) => note === '' && !watching).slice(-max)
    await this.remove(free.map(({ id }) => id))
  }

  #setSoon(entries: readonly StoredConversion[]): void {
    this.file.setSoon(this.key, entries)
  }
}

/** Lookups of the user are never removed automatically. */
function withRoom(entries: readonly StoredConversion[]): readonly StoredConversion[] {
  if (entries.length <= maxConversions) return entries
  throw fail('conversions.full', full)
}

const full = conversionText.lookUp.full(maxConversions)
