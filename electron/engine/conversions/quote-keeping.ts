import type { Clock } from '../clock'
import { besideTimes, type BesideTimes, type QuotesAt } from './beside-times'
import type { ConversionFile } from './conversion-file'
import { History } from './history'
import type { StoredConversion } from './stored'

const firstWait = 5000
/** Twice as long each time: ten minutes in all, after which the next start or the next look asks again. */
const mostTries = 7

export interface QuoteKeepingPorts {
  readonly clock: Clock
  readonly file: ConversionFile
  readonly markets: () => readonly string[]
  readonly quotes: QuotesAt
}

interface Wanted {
  readonly profileId: string
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
  want(profileId: string, ids: readonly string[]): void {
    for (const id of ids) this.#queue({ profileId, id, tries: 0 })
  }

  /** Of one that somebody looks at: what was not recorded may have become known. */
  async of(profileId: string, entry: StoredConversion): Promise<BesideTimes> {
    const beside = await this.#read(profileId, entry, true)
    if (beside.passing && !this.#later.has(keyOf(profileId, entry.id))) this.want(profileId, [entry.id])
    return beside
  }

  dispose(): void {
    this.#isOver = true
    this.#waiting.clear()
    for (const forget of this.#later.values()) forget()
    this.#later.clear()
  }

  #queue(wanted: Wanted): void {
    const key = keyOf(wanted.profileId, wanted.id)
    this.#later.get(key)?.()
    this.#later.delete(key)
    this.#waiting.set(key, wanted)
    if (!this.#working) void this.#work()
  }

  async #work(): Promise<void> {
    this.#working = true
    for (const [key, wanted] of this.#waiting) {
      this.#waiting.delete(key)
      if (await this.#isPassing(wanted)) this.#tryLater(key, wanted)
    }
    this.#working = false
  }

  async #isPassing({ profileId, id }: Wanted): Promise<boolean> {
    const entry = this.ports.file.find(profileId, id)
    if (!entry) return false
    try {
      return (await this.#read(profileId, entry, false)).passing
    } catch {
      return true
    }
  }

  #tryLater(key: string, { profileId, id, tries }: Wanted): void {
    if (this.#isOver || tries >= mostTries || this.#waiting.has(key)) return
    const queue = () => this.#queue({ profileId, id, tries: tries + 1 })
    this.#later.set(key, this.ports.clock.later(firstWait * 2 ** tries, queue))
  }

  async #read(profileId: string, entry: StoredConversion, again: boolean): Promise<BesideTimes> {
    const { markets, quotes, file } = this.ports
    const beside = await besideTimes(entry, {
      markets: markets(),
      quoteAt: (market, at) => quotes(profileId, market, at),
      again
    })
    if (!this.#isOver) new History(file, profileId).keepQuotes(entry.id, beside.found)
    return beside
  }
}

const keyOf = (profileId: string, id: string) => `${profileId} ${id}`
