import { onTestFinished } from 'vitest'
import { drawnBy } from '#engine/recording/replay/drawn-markets'
import { Player } from '#engine/recording/replay/player'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import { millisecondsOf } from '#engine/recording/replay/log-time'
import type { MarketInterest } from '#shared/contract/market/markets'
import type { Interval } from '#shared/domain/market/candles/intervals'
import { HandClock } from '../../hand-clock'
import { epoch, market, seen, time } from './recorded-log'

/** A player of a log, on a clock of the test. */
export class Stage {
  hubs = 0

  private constructor(
    readonly clock: HandClock,
    readonly player: Player
  ) {}

  static async open(
    { folder }: { readonly folder: string },
    change: (reader: RecordingReader) => Partial<RecordingReader> = () => ({})
  ): Promise<Stage> {
    const reader = await RecordingReader.open(folder)
    const changed = change(reader)
    const played: RecordingReader = new Proxy(reader, {
      get(target, name) {
        if (name in changed) return Reflect.get(changed, name) as unknown
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      }
    })
    const clock = new HandClock()
    const stage = new Stage(clock, new Player({ clock, reader: played, staleAfter: () => 10_000 }))
    onTestFinished(async () => {
      await stage.player.dispose()
      await reader.dispose()
    })
    stage.player.onHub(() => (stage.hubs += 1))
    return stage
  }

  /** Milliseconds after the beginning of the recording. */
  get at(): number {
    return Math.round((millisecondsOf(this.player.state.at) - epoch) * 1000) / 1000
  }

  get phase(): string {
    return this.player.state.phase
  }

  get shown() {
    const { at, phase, seen: now } = this
    return { at, phase, seen: now }
  }

  get seen() {
    return seen(this.player.hub?.market(market))
  }

  seek(at: number): Promise<void> {
    return this.player.seek(time(at))
  }

  /** Markets with heat at an interval, or without. */
  draw(markets: readonly string[], interval: Interval | null = '1s'): void {
    this.player.draw(drawnBy(markets.map((name, id) => interestIn(name, id, interval))))
  }

  /** In steps, after each of which the player waits for time to pass. */
  async pass(milliseconds: number, each: () => void = () => undefined): Promise<void> {
    await this.#waits()
    for (let passed = 0; passed < milliseconds; passed += step) {
      this.clock.advance(step)
      await this.#waits()
      each()
    }
  }

  async passUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.pass(step)
  }

  /** Files are read meanwhile. */
  async #waits(): Promise<void> {
    const isBusy = () => this.clock.waiting === 0 && this.phase !== 'paused' && !this.#isOver
    do await turn()
    while (isBusy())
  }

  get #isOver(): boolean {
    return this.phase === 'failed' || (this.phase === 'ended' && this.clock.waiting === 0)
  }
}

const interestIn = (name: string, id: number, interval: Interval | null): MarketInterest => ({
  id,
  market: name,
  parts: { book: null, trades: null, candles: null, statistics: true, heat: interval && { interval, max: 1 } }
})

const step = 10
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
