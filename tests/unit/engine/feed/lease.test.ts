import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Clock } from '#engine/base/clock'
import { acquireLease, nothingSeen, type LeaseStore, type Term } from '#engine/feed/leader/lease'
import type { LogStart } from '#engine/recording/messages'
import { SeededRandom } from '../../../chaos/random'
import { HandClock } from '../hand-clock'
import { pass, StoppableClock, Store } from './simulated-lease'

const milliseconds = 3000

const candidate = (
  clock: Clock,
  store: LeaseStore,
  signal = new AbortController().signal,
  seen = nothingSeen()
) => {
  const found = { term: null as Term | null }
  const ports = { clock, store, seen, holder: 'x', milliseconds }
  void acquireLease(ports, signal).then(
    (term) => (found.term = term),
    () => undefined
  )
  return found
}

async function held(clock: HandClock, store: LeaseStore) {
  const seen = nothingSeen()
  const found = candidate(clock, store, undefined, seen)
  await pass(clock, 400)
  return { term: found.term!, seen }
}

it('is taken by another one after a leader was not heard of for its time, and by then the leader has stopped', async () => {
  const [clock, store] = [new HandClock(), new Store()]
  const own = new StoppableClock(clock)
  const first = candidate(own, store)
  await pass(clock, 100)
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

/** A store that cannot be reached for a time. */
class OwnWay implements LeaseStore {
  isCut = false

  constructor(private readonly store: Store) {}

  read = () => this.#reach(() => this.store.read())
  create = (text: string) => this.#reach(() => this.store.create(text))
  update = (text: string, revision: number) => this.#reach(() => this.store.update(text, revision))

  async #reach<Found>(ask: () => Promise<Found>): Promise<Found> {
    if (this.isCut) throw new Error('disconnected')
    return ask()
  }
}

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
  await pass(clock, 400)
  const second = candidate(clock, store)
  await first.term!.release()
  await pass(clock, 600)
  expect(second.term!.epoch).toBeGreaterThan(first.term!.epoch)
  store.empty()
  await pass(clock, 2000)
  expect(second.term!.isHeld).toBe(false)
  const third = candidate(clock, store)
  await pass(clock, 400)
  expect(third.term!.epoch).toBeGreaterThan(second.term!.epoch)
})

it('gives no two terms the same epoch, although the store was emptied and a clock is behind', async () => {
  const [clock, store] = [new HandClock(), new Store()]
  const epochs: number[] = []
  for (let count = 0; count < 40; count += 1) {
    store.empty()
    const stop = new AbortController()
    const found = candidate(new StoppableClock(clock, -60_000 * (count % 2)), store, stop.signal)
    await pass(clock, 400)
    epochs.push(found.term!.epoch)
    stop.abort()
    await pass(clock, 60_000 * ((count + 1) % 2))
  }
  expect(new Set(epochs).size).toBe(epochs.length)
  expect(epochs.every(Number.isSafeInteger)).toBe(true)
})

it('is not taken from a leader that has not noticed that the store was emptied', async () => {
  const [clock, store] = [new HandClock(), new Store()]
  let isReached = true
  const own: LeaseStore = {
    read: () => store.read(),
    create: (text) => store.create(text),
    update: (text, revision) => (isReached ? store.update(text, revision) : Promise.reject(new Error('lost')))
  }
  const first = candidate(clock, own)
  await pass(clock, 400)
  const second = candidate(clock, store)
  await pass(clock, 1000)
  isReached = false
  store.empty()
  for (let passed = 0; passed < milliseconds; passed += 50) {
    await pass(clock, 50)
    expect(first.term!.isHeld && second.term?.isHeld).not.toBe(true)
  }
  expect([first.term!.isHeld, second.term?.isHeld]).toEqual([false, true])
})

it('gives each recording higher numbers and later times, although the store was emptied and clocks differ', async () => {
  const [clock, store, random] = [new HandClock(), new Store(), new SeededRandom(3)]
  const candidates = [0, 60_000, -60_000].map((ahead) => ({
    own: new StoppableClock(clock, ahead),
    seen: nothingSeen(),
    found: null as ReturnType<typeof candidate> | null
  }))
  const { signal } = new AbortController()
  const starts: LogStart[] = []
  for (let step = 0; step < 400; step += 1) {
    for (const each of candidates) {
      if (!each.found) each.found = candidate(each.own, store, signal, each.seen)
      const { term } = each.found
      if (!term) continue
      if (!term.isHeld) each.found = null
      else if (term.start !== starts.at(-1)) {
        starts.push(term.start)
        // What a busy leader records before anybody hears of it.
        term.nextItem = () => term.start.seq + 5000
      }
    }
    const leader = candidates.find(({ found }) => found?.term?.isHeld)
    // All have seen its lease.
    await pass(clock, 1000)
    if (leader?.found?.term?.isHeld && candidates.every(({ own }) => !own.isStopped) && random.chance(0.3))
      store.empty()
    else if (leader && random.chance(0.1)) await leader.found!.term!.release()
    for (const { own } of candidates)
      if (own.isStopped) own.resume()
      else if (random.chance(0.02)) own.isStopped = true
    await pass(clock, random.whole(1, 10) * 300)
  }
  expect(starts.length).toBeGreaterThan(20)
  for (const [index, start] of starts.slice(1).entries()) {
    expect(start.seq).toBeGreaterThan(starts[index]!.seq + 5000)
    expect(start.time).toBeGreaterThan(starts[index]!.time)
  }
})

it('never reserves numbers ahead of the clock, so that they rise even after the store was emptied', async () => {
  const [clock, store] = [new HandClock(), new Store()]
  const first = candidate(clock, store)
  await pass(clock, 400)
  const ofClock = first.term!.start.seq - clock.wall() * 100
  await first.term!.release()
  for (let count = 0; count < 10; count += 1) {
    const own = new StoppableClock(clock)
    const found = candidate(own, store)
    await pass(clock, milliseconds + 600)
    expect(found.term!.start.seq).toBeLessThan(ofClock + clock.wall() * 100)
    own.isStopped = true
  }
})

it('continues if the answer to a renewal was lost', async () => {
  const [clock, store] = [new HandClock(), new Store()]
  const first = candidate(clock, store)
  await pass(clock, 400)
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
  await pass(clock, 400)
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
