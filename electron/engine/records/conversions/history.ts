import { conversionText } from '#shared/messages/conversions'
import { maxConversions } from '#shared/contract/records/conversions'
import { fail } from '#shared/domain/base/problem'
import { isUnderway, type Conversion } from '#shared/wire/conversion-decoder'
import type { ConversionFile } from './conversion-file'
import { quotedTimes, type KeptQuotes } from './kept-quotes'
import { isSameRecord, keepable } from './record'
import { decoded } from './shown'
import type { StoredConversion } from './stored'

/** A status that goes to and fro for ever is no history. */
const maxSeen = 50

export interface Taken {
  readonly entry: StoredConversion
  /** As it was kept before; null for one that was not. */
  readonly before: StoredConversion | null
  readonly changed: boolean
}

interface Wish {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** A person asked for it: it comes first, and is kept if it was not. */
  readonly byPerson: boolean
  readonly watch: boolean
}

/** What was looked up with one connection. */
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

  /** An answer of the service; null for one that was forgotten while it was asked for. */
  take(conversion: Conversion, { now, byPerson, watch }: Wish): Taken | null {
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

  /** Those of them that can still change; the others have nothing to be watched for. */
  async watch(ids: readonly string[], watching: boolean): Promise<void> {
    const wanted = new Set(ids)
    const changed = this.entries.map((entry) => {
      if (!wanted.has(entry.id)) return entry
      return { ...entry, watching: watching && isUnderway(decoded(entry)), stopped: null }
    })
    await this.file.set(this.key, changed)
  }

  /** Watching it is of no use any more. */
  stop(id: string, sentence: string): StoredConversion | null {
    const before = this.file.find(this.key, id)
    if (!before) return null
    const stopped = { ...before, watching: false, stopped: sentence }
    this.#setSoon(this.entries.map((entry) => (entry.id === id ? stopped : entry)))
    return stopped
  }

  /** What was seen of a moment is not given up for a later look that saw nothing. */
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

  async forget(ids: readonly string[]): Promise<void> {
    const gone = new Set(ids)
    await this.file.set(
      this.key,
      this.entries.filter(({ id }) => !gone.has(id))
    )
  }

  /** Fails before anybody is asked for what could not be kept. */
  assertRoomFor(id: string): void {
    if (this.entries.length < maxConversions || this.file.find(this.key, id)) return
    throw fail('conversions.full', full)
  }

  /** So many of the oldest that nobody has written to or watches. */
  async makeRoom(most: number): Promise<void> {
    const free = this.entries.filter(({ note, watching }) => note === '' && !watching).slice(-most)
    await this.forget(free.map(({ id }) => id))
  }

  #setSoon(entries: readonly StoredConversion[]): void {
    this.file.setSoon(this.key, entries)
  }
}

/** What a person looked up is theirs: nothing of it makes room by itself. */
function withRoom(entries: readonly StoredConversion[]): readonly StoredConversion[] {
  if (entries.length <= maxConversions) return entries
  throw fail('conversions.full', full)
}

const full = conversionText.lookUp.full(maxConversions)
