import type { Clock } from '../../base/clock'
import { besideTimes, type BesideTimes, type QuotesAt } from './beside-times'
import type { ConversionFile } from './conversion-file'
import { History } from './history'
import { profileIn } from './history-key'
import type { StoredConversion } from './stored'

const firstWait = 5000
const catchUpAfter = 5000
/** The delay doubles: about ten minutes in all, until the next start or view. */
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

/** Saves the quotes of conversions as soon as they are final. */
export class QuoteKeeping {
  readonly #waiting = new Map<string, Wanted>()
  readonly #later = new Map<string, () => void>()
  /** The history that was searched for missing quotes. */
  #caughtUp: string | null = null
  #cancelCatchUp: (() => void) | null = null
  #working = false
  #isOver = false

  constructor(private readonly ports: QuoteKeepingPorts) {}

  /** In the background, one at a time. */
  want(key: string, ids: readonly string[]): void {
    for (const id of ids) this.#queue({ key, id, tries: 0 })
  }

  /** Saves quotes of older conversions while they are still recorded. */
  catchUpSoon(key: string | null): void {
    if (key === null || key === this.#caughtUp) return
    this.#caughtUp = key
    this.#cancelCatchUp?.()
    this.#cancelCatchUp = this.ports.clock.later(catchUpAfter, () => {
      const ids = this.ports.file.entries(key).map(({ id }) => id)
      this.want(key, ids)
    })
  }

  /** When a conversion is viewed, missing quotes are read again. */
  async of(key: string, entry: StoredConversion): Promise<BesideTimes> {
    const beside = await this.#read(key, entry, true)
    if (beside.passing && !this.#later.has(keyOf(key, entry.id))) this.want(key, [entry.id])
    return beside
  }

  dispose(): void {
    this.#isOver = true
    this.#cancelCatchUp?.()
    this.#waiting.clear()
    for (const cancel of this.#later.values()) cancel()
    this.#later.clear()
  }

  #queue(wanted: Wanted): void {
    const entry = keyOf(wanted.key, wanted.id)
    this.#later.get(entry)?.()
    this.#later.delete(entry)
    this.#waiting.set(entry, wanted)
    if (!this.#working) void this.#work()
  }

  async #work(): Promise<void> {
    this.#working = true
    for (const [entry, wanted] of this.#waiting) {
      this.#waiting.delete(entry)
      if (await this.#isPassing(wanted)) this.#tryLater(entry, wanted)
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

  #tryLater(entry: string, { key, id, tries }: Wanted): void {
    if (this.#isOver || tries >= maxTries || this.#waiting.has(entry)) return
    const queue = () => this.#queue({ key, id, tries: tries + 1 })
    this.#later.set(entry, this.ports.clock.later(firstWait * 2 ** tries, queue))
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

const keyOf = (key: string, id: string) => `${key} ${id}`
