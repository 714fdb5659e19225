import type { Clock } from '../../base/clock'
import { besideTimes, type BesideTimes, type QuotesAt } from './beside-times'
import type { ConversionFile } from './conversion-file'
import { History } from './history'
import { profileIn } from './history-key'
import type { StoredConversion } from './stored'

const firstWait = 5000
/** Twice as long each time: ten minutes in all, after which the next start or the next look asks again. */
const maxTries = 7

interface QuoteKeepingPorts {
  readonly clock: Clock
  readonly file: ConversionFile
  readonly markets: () => readonly string[]
  readonly quotes: QuotesAt
}

interface Wanted {
  /** See `historyKey`. */
  readonly key: string
  readonly id: string
  readonly tries: number
}

/** Keeps with each conversion what the market showed at its times, as soon as that is certain. */
export class QuoteKeeping {
  readonly #waiting = new Map<string, Wanted>()
  readonly #later = new Map<string, () => void>()
  #working = false
  #isOver = false

  constructor(private readonly ports: QuoteKeepingPorts) {}

  /** One after the other, in the background. */
  want(key: string, ids: readonly string[]): void {
    for (const id of ids) this.#queue({ key, id, tries: 0 })
  }

  /** Of one that somebody looks at: what was not recorded may have become known. */
  async of(key: string, entry: StoredConversion): Promise<BesideTimes> {
    const beside = await this.#read(key, entry, true)
    if (beside.passing && !this.#later.has(placeOf(key, entry.id))) this.want(key, [entry.id])
    return beside
  }

  dispose(): void {
    this.#isOver = true
    this.#waiting.clear()
    for (const forget of this.#later.values()) forget()
    this.#later.clear()
  }

  #queue(wanted: Wanted): void {
    const place = placeOf(wanted.key, wanted.id)
    this.#later.get(place)?.()
    this.#later.delete(place)
    this.#waiting.set(place, wanted)
    if (!this.#working) void this.#work()
  }

  async #work(): Promise<void> {
    this.#working = true
    for (const [place, wanted] of this.#waiting) {
      this.#waiting.delete(place)
      if (await this.#isPassing(wanted)) this.#tryLater(place, wanted)
    }
    this.#working = false
  }

  async #isPassing({ key, id }: Wanted): Promise<boolean> {
    const entry = this.ports.file.find(key, id)
    if (!entry) return false
    try {
      return (await this.#read(key, entry, false)).passing
    } catch {
      return true
    }
  }

  #tryLater(place: string, { key, id, tries }: Wanted): void {
    if (this.#isOver || tries >= maxTries || this.#waiting.has(place)) return
    const queue = () => this.#queue({ key, id, tries: tries + 1 })
    this.#later.set(place, this.ports.clock.later(firstWait * 2 ** tries, queue))
  }

  async #read(key: string, entry: StoredConversion, again: boolean): Promise<BesideTimes> {
    const { markets, quotes, file } = this.ports
    const beside = await besideTimes(entry, {
      markets: markets(),
      quoteAt: (market, at) => quotes(profileIn(key), market, at),
      again
    })
    if (!this.#isOver) new History(file, key).keepQuotes(entry.id, beside.found)
    return beside
  }
}

const placeOf = (key: string, id: string) => `${key} ${id}`
