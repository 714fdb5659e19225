import { expect } from 'vitest'
import { FeedFollower } from '#engine/feed/seat/follower'
import { maxBeatAge } from '#engine/feed/seat/judge'
import { SeatMarkets } from '#engine/feed/seat/seat-markets'
import { readMessage } from '#engine/feed/wire/messages'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { formatDecimal } from '#shared/domain/base/decimal'
import type { LiveMarket } from '#engine/market/types'
import type { SeededRandom } from '../../../chaos/random'
import { unitsOf } from '../../../chaos/oracle'
import { HandClock } from '../hand-clock'
import { bookText, SimulatedLeader, staleAfter } from './simulated-leader'

export const market = 'BTCUSD'
const step = 50

export interface Faults {
  readonly drop: number
  readonly repeat: number
  readonly delay: number
  /** Milliseconds. */
  readonly maxDelay: number
  /** Steps of the first leader until the second one leads; the first continues for a while. */
  readonly takeOver: number
  /** Keyframes that are sent to seats too, as without a stream. */
  readonly keyframes: number
}

interface InFlight {
  readonly at: number
  readonly bytes: Buffer
  /** Of a beat. */
  readonly sentAt: number | null
  readonly epoch: number
}

interface Round {
  readonly epoch: number
  readonly position: number
  /** Where it begins in the stream. */
  readonly place: number
}

export const shownBook = ({ book }: LiveMarket): string => {
  const side = (name: 'bids' | 'asks') =>
    book.levels(name, 1000).map(({ price, amount }) => ({
      price: unitsOf(formatDecimal(price)),
      amount: unitsOf(formatDecimal(amount))
    }))
  return bookText({ bids: side('bids'), asks: side('asks') })
}

/** A bus that loses, repeats, delays and reorders what two leaders send to one seat. */
export class Simulation {
  readonly clock = new HandClock()
  readonly hub = new RecordedHub({ staleAfter: () => staleAfter })
  readonly follower = new FeedFollower({ clock: this.clock, hub: this.hub })
  readonly markets = new SeatMarkets(this.hub, this.follower)
  readonly leaders: SimulatedLeader[] = []
  /** How often a market was shown live. */
  liveSteps = 0
  /** The stream of the server, which is fenced. */
  readonly #stream: Buffer[] = []
  #rounds: Round[] = []
  /** Rounds whose keyframes are not sent yet. */
  readonly #begun = new Map<SimulatedLeader, Round & { readonly keyframes: readonly Buffer[] }>()
  #stored = 0
  #flying: InFlight[] = []
  readonly #minDelay = new Map<number, number>()

  constructor(readonly random: SeededRandom) {
    this.follower.setConnected(true)
    this.markets.onChange(() => this.check())
  }

  lead(): void {
    const ahead = { monotonic: this.random.whole(0, 1e6), wall: this.random.whole(-60_000, 60_000) }
    this.leaders.push(new SimulatedLeader(this.leaders.length + 1, this.clock, this.random, ahead))
  }

  run(steps: number, faults: Faults, leaders = this.leaders): void {
    for (let index = 0; index < steps; index += 1) {
      for (const leader of leaders) this.#send(leader, index, faults)
      this.clock.advance(step)
      const now = this.clock.monotonic()
      const due = this.#flying.filter(({ at }) => at <= now)
      this.#flying = this.#flying.filter(({ at }) => at > now)
      for (const each of due) this.#deliver(each)
      if (this.follower.isMissing && this.random.chance(0.1)) this.#catchUp()
      this.check()
    }
  }

  check(): void {
    const shown = this.markets.market(market)
    if (shown?.state !== 'live') return
    const { epoch, position } = this.follower
    const leader = this.leaders.find((each) => each.epoch === epoch)!
    // It may be within an item, whose position counts once it has taken effect.
    const truth = [leader.truth[position! - 1], leader.truth[position!]]
    expect(truth).toContain(shownBook(shown))
    this.liveSteps += 1
    const slowest = this.#minDelay.get(epoch!)! + 2 * maxBeatAge + 250 + step
    const old = leader.sentAt.findLast(({ at }) => at <= this.clock.monotonic() - slowest)
    expect(position).toBeGreaterThanOrEqual(old?.position ?? 0)
  }

  /** Each trade at most once, and those of a leader never after those of the next. */
  trades(): string[] {
    const { tape } = this.markets.market(market)!
    return Array.from({ length: tape.arrivals }, (_, index) => formatDecimal(tape.tradeAt(index)!.amount))
  }

  #send(leader: SimulatedLeader, index: number, faults: Faults): void {
    for (let count = this.random.whole(0, 3); count > 0; count -= 1) leader.act()
    const batch = leader.batch()
    if (batch) {
      this.#store(leader, [batch])
      this.#fly(leader, batch, null, faults)
    }
    if (index % 5 === 0) this.#fly(leader, leader.beat(), this.clock.monotonic(), faults)
    const { epoch, position } = leader
    const place = this.#stream.length
    if (index % 40 === 0 && !this.#begun.has(leader))
      this.#begun.set(leader, { epoch, position, place, keyframes: leader.keyframes(place) })
    // Batches may be sent before the keyframes.
    const round = this.random.chance(0.5) && this.#begun.get(leader)
    if (round) {
      this.#begun.delete(leader)
      if (this.#store(leader, round.keyframes)) this.#rounds.push(round)
      if (this.random.chance(faults.keyframes))
        for (const each of round.keyframes) this.#fly(leader, each, null, faults)
    }
  }

  #store(leader: SimulatedLeader, messages: readonly Buffer[]): boolean {
    if (leader.epoch < this.#stored) return false
    this.#stored = leader.epoch
    this.#stream.push(...messages)
    return true
  }

  #fly({ epoch }: SimulatedLeader, bytes: Buffer, sentAt: number | null, faults: Faults): void {
    if (this.random.chance(faults.drop)) return
    const now = this.clock.monotonic()
    const delay = this.random.chance(faults.delay) ? this.random.whole(1, faults.maxDelay) : 0
    this.#flying.push({ at: now + delay, bytes, sentAt, epoch })
    if (this.random.chance(faults.repeat)) this.#fly({ epoch } as SimulatedLeader, bytes, sentAt, faults)
  }

  #deliver({ bytes, sentAt, epoch }: InFlight): void {
    if (sentAt !== null) {
      const delay = this.clock.monotonic() - sentAt
      this.#minDelay.set(epoch, Math.min(delay, this.#minDelay.get(epoch) ?? Infinity))
    }
    this.follower.receive(readMessage(bytes)!)
    this.check()
  }

  /** From the last round that the seat can continue from, or else from the newest. */
  #catchUp(): void {
    const { epoch, position } = this.follower
    const round =
      this.#rounds.findLast((each) => each.epoch === epoch && each.position <= (position ?? Infinity)) ??
      this.#rounds.at(-1)
    for (const bytes of this.#stream.slice(round?.place)) this.follower.receive(readMessage(bytes)!)
  }
}
