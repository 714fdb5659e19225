import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nothingSeen, type Term } from '#engine/feed/leader/lease'
import { SeededRandom } from '../../../chaos/random'
import { HandClock } from '../hand-clock'
import {
  candidate,
  held,
  milliseconds,
  OwnWay,
  pass,
  StoppableClock,
  Store,
  untilFirst
} from './simulated-lease'

it('is taken by another one after a leader was not heard of for its time, and by then the leader has stopped', async () => {
  const [clock, store] = [new HandClock(), new Store()]
  const own = new StoppableClock(clock)
  const first = candidate(own, store)
  await pass(clock, untilFirst)
  const second = candidate(clock, store)
  await pass(clock, 10_000)
  expect([first.term!.isHeld, second.term]).toEqual([true, null])
  let isLost = false
  first.term!.onLost(() => (isLost = true))
  own.isStopped = true
  await pass(clock, milliseconds - 600)
  expect(second.term).toBeNull()
  expect([first.term!.isHeld, isLost]).toEqual([false, true])
  await pass(clock, 1000)
  expect(second.term!.epoch).toBeGreaterThan(first.term!.epoch)
  own.resume()
  await pass(clock, 5000)
  expect([first.term!.isHeld, second.term!.isHeld]).toEqual([false, true])
})

const renewEvery = milliseconds / 6
const offsets = Array.from({ length: renewEvery / 50 }, (_, index) => index * 50)

it.each(offsets)(
  'is kept if the server is gone for most of its half, from %i ms after a renewal',
  async (from) => {
    const [clock, store] = [new HandClock(), new Store()]
    const own = new OwnWay(store)
    const { term } = await held(clock, own)
    await term.renew()
    await pass(clock, from)
    own.isCut = true
    await pass(clock, milliseconds / 2 - renewEvery - 150)
    own.isCut = false
    await pass(clock, 10_000)
    expect(term.isHeld).toBe(true)
  }
)

it('leads again at once after it could not be renewed, unless another one leads', async () => {
  const [clock, store] = [new HandClock(), new Store()]
  const own = new OwnWay(store)
  const first = await held(clock, own)
  const lose = async (term: Term) => {
    own.isCut = true
    await pass(clock, milliseconds / 2)
    expect(term.isHeld).toBe(false)
  }
  await lose(first.term)
  const again = candidate(clock, own, undefined, first.seen)
  await pass(clock, 500)
  own.isCut = false
  await pass(clock, 450)
  expect(again.term?.isHeld).toBe(true)
  expect(again.term!.epoch).toBeGreaterThan(first.term.epoch)
  expect(again.term!.start.seq).toBeGreaterThan(first.term.start.seq)
  const other = candidate(clock, store)
  await lose(again.term!)
  await pass(clock, milliseconds)
  own.isCut = false
  const third = candidate(clock, own, undefined, first.seen)
  await pass(clock, 2 * milliseconds)
  expect([other.term?.isHeld, third.term]).toEqual([true, null])
})

it('is free at once when it is released, and epochs rise even if the store was emptied', async () => {
  const [clock, store] = [new HandClock(), new Store()]
  const first = candidate(clock, store)
  await pass(clock, untilFirst)
  const second = candidate(clock, store)
  await first.term!.release()
  await pass(clock, 600)
  expect(second.term!.epoch).toBeGreaterThan(first.term!.epoch)
  await second.term!.release()
  store.empty()
  const third = candidate(clock, store)
  await pass(clock, untilFirst)
  expect(third.term!.epoch).toBeGreaterThan(second.term!.epoch)
})

it('continues if the answer to a renewal was lost', async () => {
  const [clock, store] = [new HandClock(), new Store()]
  const first = candidate(clock, store)
  await pass(clock, untilFirst)
  const update = store.update.bind(store)
  store.update = async (...values) => {
    await update(...values)
    throw new Error('the answer was lost')
  }
  await first.term!.renew()
  store.update = update
  await pass(clock, 5000)
  expect(first.term!.isHeld).toBe(true)
})

it('has one holder although a cluster of servers accepts two changes of one revision', async () => {
  const clock = new HandClock()
  const store = new Store(new SeededRandom(1), clock)
  const first = candidate(clock, store)
  await pass(clock, untilFirst)
  const others = [candidate(clock, store), candidate(clock, store)]
  await first.term!.release()
  const holders: number[] = []
  for (let step = 0; step < 20; step += 1) {
    await pass(clock, 50)
    holders.push(others.filter(({ term }) => term?.isHeld).length)
  }
  expect([Math.max(...holders), holders.at(-1)]).toEqual([1, 1])
})

it('has at most one holder, although answers are lost and holders stop, and exactly one once that ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.constantFrom(0, 0.1, 0.4),
      fc.boolean(),
      async (seed, lost, isCluster) => {
        const random = new SeededRandom(seed)
        const [clock, stop] = [new HandClock(), new AbortController()]
        const store = new Store(random, isCluster ? clock : null)
        store.lost = lost
        const epochs: number[] = []
        const begin = (own: StoppableClock, seen = nothingSeen()) => ({
          own,
          seen,
          found: candidate(own, store, stop.signal, seen)
        })
        const candidates = Array.from({ length: 3 }, () => begin(new StoppableClock(clock)))
        const holders = async (time: number): Promise<number> => {
          await pass(clock, time)
          const held = candidates.filter(({ found }) => found.term?.isHeld)
          const [epoch] = held.map(({ found }) => found.term!.epoch)
          if (epoch !== undefined && epoch !== epochs.at(-1)) epochs.push(epoch)
          for (const one of candidates)
            if (one.found.term && !one.found.term.isHeld) one.found = begin(one.own, one.seen).found
          return held.length
        }
        for (let step = 0; step < 300; step += 1) {
          expect(await holders(random.whole(1, 6) * 50)).toBeLessThanOrEqual(1)
          const each = random.pick(candidates)
          if (each.own.isStopped && random.chance(0.5)) each.own.resume()
          else if (!each.own.isStopped && random.chance(0.1)) each.own.isStopped = true
        }
        store.lost = 0
        for (const { own } of candidates) own.resume()
        await holders(0)
        expect(await holders(3 * milliseconds)).toBe(1)
        stop.abort()
        expect(epochs).toEqual([...new Set(epochs)].sort((one, other) => one - other))
      }
    ),
    { numRuns: 15 }
  )
})
