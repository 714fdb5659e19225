import { appendFile, readdir, truncate, stat } from 'node:fs/promises'
import path from 'node:path'
import { QuoteRecorder } from '#engine/market/quotes/index'
import type { Problem } from '#shared/domain/base/problem'
import { AlertBench } from '../alerts/desk'

export const market = 'USDGUSD'
export const step = 50

interface Truth {
  readonly at: number
  /** Null while not live. */
  readonly quote: string | null
}

/** A recorder on a real hub; the truth is recorded every 50 ms. */
export class QuoteBench {
  readonly market = new AlertBench()
  readonly notices: Problem[] = []
  truth: Truth[] = []
  recorder: QuoteRecorder

  constructor(readonly folder: string) {
    this.market.start(market)
    this.recorder = this.#fresh()
    this.recorder.use({ profileId: 'desk', hub: this.market.hub })
  }

  get now(): number {
    return this.market.clock.wall()
  }

  show(bid: string | null, ask: string | null): void {
    this.market.snapshot(market, bid === null ? [] : [[bid, '1']], ask === null ? [] : [[ask, '1']])
  }

  reopen(bid: string, ask: string): void {
    this.market.open(market)
    this.show(bid, ask)
  }

  pass(milliseconds: number): void {
    for (let left = milliseconds; left > 0; left -= step) {
      const before = this.#shown
      this.market.clock.advance(step)
      // The recorder may look in the same instant, before the hub's timer.
      this.truth.push({ at: this.now, quote: before })
      this.note()
    }
  }

  note(): void {
    this.truth.push({ at: this.now, quote: this.#shown })
  }

  get #shown(): Truth['quote'] {
    const { state, book } = this.market.hub.market(market)!
    const text = (side: 'bids' | 'asks') => {
      const best = book.best(side)
      return best === null ? '-' : `${best.price.units}/${best.price.scale}`
    }
    return state === 'live' ? `${text('bids')} ${text('asks')}` : null
  }

  async restart(): Promise<void> {
    await this.recorder.dispose()
    this.recorder = this.#fresh()
    this.recorder.use({ profileId: 'desk', hub: this.market.hub })
  }

  /** Simulates a crash that truncates the files. */
  async crash(bytes: number, away = 0): Promise<void> {
    const gone = this.recorder
    await gone.at('nobody', market, 0)
    for (const file of await this.files()) {
      const { size } = await stat(file)
      await truncate(file, Math.max(0, size - bytes))
    }
    // A killed process does not write on exit.
    const kept = await Promise.all(
      (await this.files()).map(async (file) => [file, (await stat(file)).size] as const)
    )
    await gone.dispose()
    for (const [file, size] of kept) await truncate(file, size)
    this.market.clock.jump(away)
    this.recorder = this.#fresh()
    this.recorder.use({ profileId: 'desk', hub: this.market.hub })
  }

  async files(): Promise<string[]> {
    const names = await readdir(this.folder, { recursive: true }).catch(() => [])
    return names.filter((name) => name.endsWith('.quotes')).map((name) => path.join(this.folder, name))
  }

  append(file: string, text: string): Promise<void> {
    return appendFile(file, text)
  }

  at(at: number) {
    return this.recorder.at('desk', market, at)
  }

  #fresh(): QuoteRecorder {
    return new QuoteRecorder({
      folder: this.folder,
      clock: this.market.clock,
      serviceNow: () => null,
      notice: (problem) => this.notices.push(problem)
    })
  }
}
