import { formatBody } from '#engine/feed/wire/keyframe-body'
import { formatBatch, formatBeat, formatKeyframe } from '#engine/feed/wire/messages'
import { ChunkBuilder } from '#engine/recording/chunk'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import type { HandClock } from '../hand-clock'
import type { SeededRandom } from '../../../chaos/random'
import { Oracle } from '../../../chaos/oracle'
import { LogScript } from '../recording/log-script'

export const staleAfter = 10_000

interface Levels {
  readonly bids: readonly { readonly price: bigint; readonly amount: bigint }[]
  readonly asks: readonly { readonly price: bigint; readonly amount: bigint }[]
}

export const bookText = ({ bids, asks }: Levels): string =>
  [bids, asks].map((side) => side.map(({ price, amount }) => `${price}:${amount}`).join(' ')).join(' | ')

/** A leader whose items, books and trades are known after each item. */
export class SimulatedLeader {
  /** The books after each item, by an oracle that shares no code with the engine. */
  readonly truth: string[] = []
  /** The positions with the times at which they were reached, by the seat's clock. */
  readonly sentAt: { readonly at: number; readonly position: number }[] = []
  readonly trades: string[] = []
  readonly #script: LogScript
  readonly #builder: ChunkBuilder
  readonly #hub = new RecordedHub({ staleAfter: () => staleAfter })
  readonly #oracle = new Oracle()
  readonly #clock: number
  #previous = 0
  /** Milliseconds since the clock was advanced: no two messages have the same time. */
  #after = 0
  #trade: number

  constructor(
    readonly epoch: number,
    private readonly now: HandClock,
    private readonly random: SeededRandom,
    /** Of the leader's monotonic clock, and of its wall clock. */
    private readonly ahead: { readonly monotonic: number; readonly wall: number }
  ) {
    this.#clock = Math.round(now.wall() + ahead.wall - this.#at)
    this.#builder = new ChunkBuilder(this.#clock)
    this.#script = new LogScript()
    this.#trade = epoch * 1_000_000
    this.#write(() => this.#script.event('clock', { epoch: this.#clock, start: true }))
    this.#write(() => this.#script.event('settings', { staleAfter }))
    this.#write(() => this.#script.subscribed())
    this.act('snapshot')
  }

  get #at(): number {
    return this.now.monotonic() + this.ahead.monotonic + this.#after
  }

  get position(): number {
    return this.truth.length
  }

  act(kind = this.random.pick(['update', 'update', 'update', 'trade', 'snapshot'] as const)): void {
    const { random } = this
    const levels = (from: number) =>
      Array.from({ length: random.whole(kind === 'snapshot' ? 1 : 0, 3) }, () => {
        const amount = kind === 'snapshot' ? random.whole(1, 9) : random.whole(0, 9)
        return [String(from + random.whole(0, 5)), String(amount)] as const
      })
    this.#write(() => {
      if (kind !== 'trade') return this.#script[kind](levels(100), levels(110))
      this.#trade += 1
      this.trades.push(String(this.#trade))
      return this.#script.trade('110', String(this.#trade))
    })
  }

  /** Null if nothing happened. */
  batch(): Buffer | null {
    this.sentAt.push({ at: this.now.monotonic(), position: this.position })
    this.#after = 0
    return this.#builder.isEmpty ? null : formatBatch(this.epoch, this.#builder.take())
  }

  beat(isLive = true): Buffer {
    return formatBeat({ epoch: this.epoch, position: this.#builder.first, at: this.#at, isLive })
  }

  /** Call after `batch`. @param begins in the stream, where the next message will be */
  keyframes(begins: number): Buffer[] {
    const saved = this.#hub.save().markets
    const previous = this.#previous
    this.#previous = begins
    return saved.markets.map((_market, index) =>
      formatKeyframe({
        epoch: this.epoch,
        position: this.position,
        clock: this.#clock,
        at: this.#at,
        staleAfter,
        begins,
        previous,
        index,
        count: saved.markets.length,
        body: formatBody(saved, index)
      })
    )
  }

  #write(write: () => LogScript): void {
    this.#after += 1
    const at = this.#at
    const { items } = this.#script
    const before = items.length
    this.#script.now = this.#clock + at
    write()
    for (const { kind, content } of items.slice(before)) {
      this.#builder.add(kind, at, content)
      this.#hub.apply({ seq: 0, kind, content, milliseconds: this.#clock + at, nanoseconds: 0 })
      this.#oracle.read(kind, content.toString())
      this.truth.push(bookText(this.#oracle.market('BTCUSD')))
    }
  }
}
