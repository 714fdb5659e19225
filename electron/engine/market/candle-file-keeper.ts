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
  readonly folder: string
  readonly profile: string
  readonly clock: Clock
  /** A file is damaged, newer or not writable. */
  readonly notice: (market: string, problem: Problem) => void
  /** The service's time in milliseconds since the epoch; our own clock by default. */
  readonly now?: () => number
  readonly every?: number
  readonly maxBytes?: number
}

interface CandleAttachment {
  /** Resolves when stored candles are loaded. */
  readonly loaded: Promise<void>
  /** Saves and releases the market. */
  release(): Promise<void>
}

interface Kept {
  readonly market: string
  readonly file: string
  readonly candles: CandleBook
  writable: boolean
  /** Saved trades. */
  trades: number
  spans: number
  /** Reported only once. */
  failed: boolean
}

/**
 * Saves the candles of one profile, because the service has no history. A market's file is read when it is first
 * held, and written periodically and at the end.
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

  /** Writes changes. */
  async save(): Promise<void> {
    for (const kept of [...this.#kept.values()]) {
      if (this.#isHeld(kept)) await this.#saveInTurn(kept, false)
    }
    await this.#keepRoom()
  }

  /** Saves once more. */
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
    // Coverage alone is only written at the end.
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

export async function removeCandles(folder: string, profile: string): Promise<void> {
  await rm(path.join(folder, profileFolderName(profile)), { recursive: true, force: true })
}
