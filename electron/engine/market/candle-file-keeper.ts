import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { CandleBook } from '#shared/domain/market/candles/index'
import { toProblem, type Problem } from '#shared/domain/base/problem'
import type { Clock } from '../base/clock'
import { readCandleFile, restoreInTurns, writeCandleFile } from './candle-file'
import { marketFileName, profileFolderName } from './candle-file-name'
import { keepRoom } from './candle-file-room'
import { inTurn } from './candle-file-turns'
import { marketText } from '#shared/messages/market'

const fiveMinutes = 5 * 60_000
const maxBytesOfProfile = 128 * 1024 * 1024

interface CandleKeeperPorts {
  /** Where the candles of all profiles lie. */
  readonly folder: string
  readonly profile: string
  readonly clock: Clock
  /** A file is damaged, was saved by a newer Leadline or cannot be written. */
  readonly notice: (market: string, problem: Problem) => void
  /** The service's time as well as it is known, in milliseconds since the epoch; our own clock if left out. */
  readonly now?: () => number
  readonly every?: number
  readonly maxBytes?: number
}

interface CandleAttachment {
  /** When what earlier runs stored is in the candles, or it is known that there is nothing. */
  readonly loaded: Promise<void>
  /** Saves for the last time, and lets go. */
  release(): Promise<void>
}

interface Kept {
  readonly market: string
  readonly file: string
  readonly candles: CandleBook
  writable: boolean
  /** What of the candles is in the file. */
  trades: number
  spans: number
  /** Whether the last writing failed, so that it is said once and not every five minutes. */
  failed: boolean
}

/**
 * Keeps the candles of one profile over restarts, for the service has no history. Each market has a file, which is read
 * when the market is first held, and written now and then and at the end.
 */
export class CandleKeeper {
  readonly #kept = new Map<string, Kept>()
  readonly #running = new Set<Promise<void>>()
  readonly #folder: string
  #cancel: (() => void) | null = null
  #saving = Promise.resolve()
  #disposed = false

  constructor(private readonly ports: CandleKeeperPorts) {
    this.#folder = path.join(ports.folder, profileFolderName(ports.profile))
  }

  attach(market: string, candles: CandleBook): CandleAttachment {
    if (this.#disposed || this.#kept.has(market)) {
      throw new Error(`The candles of ${market} are attached already, or the keeper is disposed of.`)
    }
    const file = path.join(this.#folder, marketFileName(market))
    const kept: Kept = { market, file, candles, writable: false, trades: 0, spans: 0, failed: false }
    this.#kept.set(market, kept)
    this.#schedule()
    return { loaded: this.#inTurn(file, () => this.#load(kept)), release: () => this.#release(kept) }
  }

  /** Writes what changed since the last time. */
  async save(): Promise<void> {
    for (const kept of [...this.#kept.values()]) {
      if (this.#isHeld(kept)) await this.#saveInTurn(kept, false)
    }
    await this.#keepRoom()
  }

  /** Saves a last time. */
  async dispose(): Promise<void> {
    this.#disposed = true
    await Promise.all([...this.#kept.values()].map((kept) => this.#release(kept)))
    await Promise.all([this.#saving, ...this.#running])
    await this.#keepRoom()
  }

  #schedule(): void {
    if (this.#cancel || this.#disposed || this.#kept.size === 0) return
    this.#cancel = this.ports.clock.later(this.ports.every ?? fiveMinutes, () => {
      this.#cancel = null
      this.#saving = this.save().finally(() => this.#schedule())
    })
  }

  async #load(kept: Kept): Promise<void> {
    try {
      const reading = await readCandleFile(kept.file, kept.market)
      if (reading.notice !== null) this.#say(kept, 'candles.file', reading.notice)
      if (reading.candles) await restoreInTurns(kept.candles, reading.candles)
      kept.writable = reading.writable
    } catch (problem) {
      this.#say(kept, 'candles.read', marketText.candles.unreadable(kept.market), toProblem(problem).detail)
    }
  }

  #isHeld(kept: Kept): boolean {
    return this.#kept.get(kept.market) === kept
  }

  async #release(kept: Kept): Promise<void> {
    if (!this.#isHeld(kept)) return inTurn(kept.file, async () => {})
    this.#kept.delete(kept.market)
    if (this.#kept.size === 0) {
      this.#cancel?.()
      this.#cancel = null
    }
    await this.#saveInTurn(kept, true)
  }

  #saveInTurn(kept: Kept, isLast: boolean): Promise<void> {
    return this.#inTurn(kept.file, () => this.#save(kept, isLast))
  }

  async #save(kept: Kept, isLast: boolean): Promise<void> {
    const { candles, file, market } = kept
    const { version: trades } = candles
    const { version: spans, since } = candles.coverage
    // Without a trade only the time of watching goes on, which alone is worth no great file until the end.
    const isNew = trades !== kept.trades || spans !== kept.spans || (isLast && since !== null)
    if (!kept.writable || !isNew) return
    try {
      await writeCandleFile(file, market, candles, this.ports.now?.() ?? this.ports.clock.wall())
      kept.trades = trades
      kept.spans = spans
      kept.failed = false
    } catch (problem) {
      const sentence = isLast ? marketText.candles.lost(market) : marketText.candles.unsaved(market)
      if (!kept.failed || isLast) this.#say(kept, 'candles.write', sentence, toProblem(problem).detail)
      kept.failed = true
    }
  }

  #say(kept: Kept, code: string, sentence: string, detail?: string): void {
    const problem = { code, sentence, retryable: false }
    this.ports.notice(kept.market, detail === undefined ? problem : { ...problem, detail })
  }

  /** `dispose` waits for all of them. */
  #inTurn(file: string, work: () => Promise<void>): Promise<void> {
    const turn = inTurn(file, work)
    const settled = turn
      .catch(() => {})
      .finally(() => {
        this.#running.delete(settled)
      })
    this.#running.add(settled)
    return turn
  }

  async #keepRoom(): Promise<void> {
    const used = new Set([...this.#kept.values()].map(({ file }) => path.basename(file)))
    await keepRoom(this.#folder, this.ports.maxBytes ?? maxBytesOfProfile, (name) => used.has(name)).catch(
      () => {}
    )
  }
}

/** For a profile that is removed. */
export async function removeCandles(folder: string, profile: string): Promise<void> {
  await rm(path.join(folder, profileFolderName(profile)), { recursive: true, force: true })
}
