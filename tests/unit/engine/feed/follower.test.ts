import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FeedFollower } from '#engine/feed/seat/follower'
import { maxBeatAge } from '#engine/feed/seat/judge'
import { SeatMarkets } from '#engine/feed/seat/seat-markets'
import { readMessage, type Batch } from '#engine/feed/wire/messages'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { formatDecimal } from '#shared/domain/base/decimal'
import type { LiveMarket } from '#engine/market/types'
import { feedText } from '#shared/messages/feed'
import { SeededRandom } from '../../../chaos/random'
import { unitsOf } from '../../../chaos/oracle'
import { HandClock } from '../hand-clock'
import { bookText, SimulatedLeader, staleAfter } from './simulated-leader'

const market = 'BTCUSD'
const step = 50

interface Faults {
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

const shownBook = ({ book }: LiveMarket): string => {
  const side = (name: 'bids' | 'asks') =>
    book.levels(name, 1000).map(({ price, amount }) => ({
      price: unitsOf(formatDecimal(price)),
      amount: unitsOf(formatDecimal(amount))
    }))
  return bookText({ bids: side('bids'), asks: side('asks') })
}

/** A bus that loses, repeats, delays and reorders what two leaders send to one seat. */
class Simulation {
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

const none: Faults = { drop: 0, repeat: 0, delay: 0, maxDelay: 1, takeOver: 0, keyframes: 0 }
const share = fc.constantFrom(0, 0.02, 0.2, 0.5)
const faults = fc.record({
  drop: share,
  repeat: share,
  delay: share,
  maxDelay: fc.constantFrom(60, 400, 4000),
  takeOver: fc.integer({ min: 0, max: 120 }),
  keyframes: share
})

describe('a seat', () => {
  it('shows no book as live that differs from the truth, whatever the bus and two leaders do', () => {
    let liveSteps = 0
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), faults, (seed, faulty) => {
        const simulation = new Simulation(new SeededRandom(seed))
        simulation.lead()
        simulation.run(faulty.takeOver, faulty)
        simulation.lead()
        // The first one has not noticed.
        simulation.run(60, faulty)
        simulation.run(60, faulty, simulation.leaders.slice(1))
        simulation.run(160, none, simulation.leaders.slice(1))
        expect([simulation.follower.state, simulation.follower.epoch]).toEqual(['live', 2])
        expect(simulation.markets.market(market)!.state).toBe('live')
        const trades = simulation.trades()
        expect(new Set(trades).size).toBe(trades.length)
        expect(trades).toEqual([...trades].sort((one, other) => Number(one) - Number(other)))
        liveSteps += simulation.liveSteps
      }),
      { numRuns: 20 }
    )
    expect(liveSteps).toBeGreaterThan(500)
  })

  it('gets every trade once while messages arrive late, twice, or from the stream', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), share, share, (seed, repeat, delay) => {
        const faulty = { ...none, repeat, delay, maxDelay: 400 }
        const simulation = new Simulation(new SeededRandom(seed))
        simulation.lead()
        // It joined at the beginning.
        simulation.run(1, none)
        simulation.run(100, faulty)
        simulation.run(20, none)
        expect(simulation.trades()).toEqual(simulation.leaders[0]!.trades)
      }),
      { numRuns: 20 }
    )
  })
})

const quiet = () => {
  const simulation = new Simulation(new SeededRandom(7))
  simulation.lead()
  simulation.run(20, none)
  return simulation
}

describe('nothing is live', () => {
  it('without a beat', () => {
    const { clock, follower, markets } = quiet()
    expect(markets.market(market)!.state).toBe('live')
    clock.advance(maxBeatAge + 500)
    expect([follower.state, markets.market(market)!.state]).toEqual(['no-leader', 'stale'])
    expect([follower.fault, markets.market(market)!.reason]).toEqual([
      'collector',
      feedText.states['no-leader']
    ])
  })

  it('when the stale limit has passed and a beat is missing', () => {
    const { clock, follower, leaders, markets } = quiet()
    for (let passed = 250; passed < staleAfter; passed += 250) {
      clock.advance(250)
      follower.receive(readMessage(leaders[0]!.beat())!)
    }
    expect(markets.market(market)!.state).toBe('live')
    clock.advance(500)
    expect(follower.beatAge).toBeLessThan(maxBeatAge)
    expect([follower.state, markets.market(market)!.state]).toEqual(['no-leader', 'stale'])
  })

  it('without a connection', () => {
    const { follower, markets } = quiet()
    follower.setConnected(false)
    expect([follower.state, markets.market(market)!.state]).toEqual(['disconnected', 'stale'])
  })

  it('when a beat says that more was sent than arrived, until it does', () => {
    const { follower, leaders, clock, markets } = quiet()
    const [leader] = leaders
    leader!.act()
    const batch = leader!.batch()!
    clock.advance(10)
    follower.receive(readMessage(leader!.beat())!)
    expect([follower.state, markets.market(market)!.state]).toEqual(['rebuilding', 'rebuilding'])
    follower.receive(readMessage(batch)!)
    expect(follower.state).toBe('live')
  })

  it('when the leader is not', () => {
    const { follower, leaders, clock } = quiet()
    clock.advance(10)
    follower.receive(readMessage(leaders[0]!.beat(false))!)
    expect([follower.state, follower.fault]).toEqual(['not-live', 'platform'])
  })

  it('when beats take longer than they did, and a beat that comes twice is not a new one', () => {
    const { follower, leaders, clock } = quiet()
    const beats = [0, 1, 2, 3].map(() => {
      clock.advance(250)
      return readMessage(leaders[0]!.beat())!
    })
    clock.advance(2500)
    for (const beat of beats) follower.receive(beat)
    expect([follower.state, follower.fault]).toEqual(['late', 'seat'])
    clock.advance(maxBeatAge + 500)
    for (const beat of beats) follower.receive(beat)
    expect(follower.state).toBe('no-leader')
  })

  it('when another leader begins, until its own books are whole', () => {
    const simulation = quiet()
    simulation.lead()
    const { clock, follower, markets, leaders } = simulation
    for (let count = 0; count < 2; count += 1) {
      clock.advance(250)
      follower.receive(readMessage(leaders[1]!.beat())!)
      expect([follower.state, markets.market(market)!.state]).toEqual(['rebuilding', 'rebuilding'])
    }
    follower.receive(readMessage(leaders[1]!.batch()!)!)
    expect(follower.state).toBe('live')
    expect(shownBook(markets.market(market)!)).toBe(leaders[1]!.truth.at(-1))
  })
})

it('is not live by beats that a new leader sent long before, until two take as long', () => {
  const simulation = quiet()
  simulation.lead()
  const { clock, follower, leaders } = simulation
  const [, leader] = leaders
  const batch = readMessage(leader!.batch()!)!
  const waiting = [0, 1, 2, 3].map(() => {
    clock.advance(250)
    return readMessage(leader!.beat())!
  })
  clock.advance(2500)
  follower.receive(batch)
  for (const beat of waiting) {
    follower.receive(beat)
    expect(follower.state).toBe('rebuilding')
  }
  for (const state of ['rebuilding', 'live']) {
    clock.advance(250)
    follower.receive(readMessage(leader!.beat())!)
    expect(follower.state).toBe(state)
  }
})

it('takes from a batch what it does not have', () => {
  const { follower, leaders, markets } = quiet()
  const [leader] = leaders
  const batches = [0, 1].map(() => {
    leader!.act('update')
    leader!.act('trade')
    return readMessage(leader!.batch()!) as Batch
  })
  const [first, second] = batches as [Batch, Batch]
  follower.receive(first)
  follower.receive({ ...first, items: [...first.items, ...second.items] })
  expect(follower.position).toBe(leader!.position)
  expect(shownBook(markets.market(market)!)).toBe(leader!.truth.at(-1))
  expect(markets.market(market)!.tape.arrivals).toBe(leader!.trades.length)
})

it('follows a leader of a lower epoch once the other one sent no beat for a lease, and mixes nothing', () => {
  const simulation = quiet()
  const { clock, random, follower, markets } = simulation
  const lower = new SimulatedLeader(0, clock, random, { monotonic: 0, wall: -60_000 })
  simulation.leaders.push(lower)
  const first = readMessage(lower.batch()!)!
  for (let time = 0; time < 3000; time += 250) {
    follower.receive(readMessage(lower.beat())!)
    expect([follower.epoch, follower.counts.leaders]).toEqual([1, 1])
    clock.advance(250)
  }
  follower.receive(first)
  expect(follower.epoch).toBe(1)
  clock.advance(250)
  follower.receive(readMessage(lower.beat())!)
  expect([follower.epoch, markets.market(market)!.state]).toEqual([0, 'rebuilding'])
  follower.receive(first)
  clock.advance(250)
  follower.receive(readMessage(lower.beat())!)
  expect([follower.state, shownBook(markets.market(market)!)]).toEqual(['live', lower.truth.at(-1)])
})
