import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxBeatAge } from '#engine/feed/seat/judge'
import { readMessage, type Batch } from '#engine/feed/wire/messages'
import { feedText } from '#shared/messages/feed'
import { SeededRandom } from '../../../chaos/random'
import { SimulatedLeader, staleAfter } from './simulated-leader'
import { market, shownBook, Simulation, type Faults } from './simulation'

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
      { numRuns: 12 }
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
      { numRuns: 12 }
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

  it('when the stale limit has passed while beats were held up', () => {
    const { clock, follower, leaders } = quiet()
    for (let passed = 250; passed < staleAfter - 250; passed += 250) {
      clock.advance(250)
      follower.receive(readMessage(leaders[0]!.beat())!)
    }
    clock.advance(100)
    const held = readMessage(leaders[0]!.beat())!
    expect(follower.state).toBe('live')
    clock.advance(600)
    follower.receive(held)
    expect(follower.state).toBe('no-leader')
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

it('is not live by beats of a new leader that waited twice, at first less than afterwards', () => {
  const simulation = quiet()
  simulation.lead()
  const { clock, follower, leaders } = simulation
  const [, leader] = leaders
  const batch = readMessage(leader!.batch()!)!
  const sent = [0, 1, 2, 3, 4].map(() => {
    clock.advance(250)
    return readMessage(leader!.beat())!
  })
  // As after a slow connection, and then a server that stood still.
  clock.advance(1500)
  follower.receive(batch)
  follower.receive(sent[0]!)
  clock.advance(1500)
  for (const beat of sent.slice(1)) {
    follower.receive(beat)
    expect(follower.state).not.toBe('live')
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

it('does not return to a leader whose beats were late on their way, though the next one is silent', () => {
  const { clock, random, follower, leaders } = quiet()
  const late = readMessage(leaders[0]!.beat())!
  const next = new SimulatedLeader(2, clock, random, { monotonic: 0, wall: 0 })
  follower.receive(readMessage(next.beat())!)
  clock.advance(10_000)
  follower.receive(late)
  expect(follower.epoch).toBe(2)
})
