import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { nothingSeen } from '#engine/feed/leader/lease'
import { SeenFile } from '#engine/feed/leader/seen-file'
import type { LogStart } from '#engine/recording/messages'
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

it('gives no two terms the same epoch, although the store was emptied and a clock is behind', async () => {
  const [clock, store] = [new HandClock(), new Store()]
  const epochs: number[] = []
  for (let count = 0; count < 40; count += 1) {
    store.empty()
    const stop = new AbortController()
    const found = candidate(new StoppableClock(clock, -60_000 * (count % 2)), store, stop.signal)
    await pass(clock, untilFirst)
    epochs.push(found.term!.epoch)
    await found.term!.release()
    stop.abort()
    await pass(clock, 60_000 * ((count + 1) % 2))
  }
  expect(new Set(epochs).size).toBe(epochs.length)
  expect(epochs.every(Number.isSafeInteger)).toBe(true)
})

it('is not taken from a leader that has not noticed that the store was emptied', async () => {
  const [clock, store] = [new HandClock(), new Store()]
  const own = new OwnWay(store)
  const first = await held(clock, own)
  const second = candidate(clock, store)
  await pass(clock, 1000)
  own.isCut = true
  store.empty()
  for (let passed = 0; passed < milliseconds; passed += 50) {
    await pass(clock, 50)
    expect(first.term.isHeld && second.term?.isHeld).not.toBe(true)
  }
  expect([first.term.isHeld, second.term?.isHeld]).toEqual([false, true])
})

it('is written again by its leader after the store was emptied, before one that just started takes it', async () => {
  const [clock, store] = [new HandClock(), new Store()]
  const { term } = await held(clock, store)
  const { epoch } = term
  for (let count = 0; count < 5; count += 1) {
    const stop = new AbortController()
    store.empty()
    const other = candidate(clock, store, stop.signal)
    await pass(clock, 2 * milliseconds)
    expect([term.isHeld, term.epoch, other.term]).toEqual([true, epoch, null])
    stop.abort()
  }
  expect(JSON.parse((await store.read())!.text)).toMatchObject({ epoch })
})

it('is taken from an emptied store by one that knows where the recording ended, not by one that was stopped', async () => {
  const [clock, store] = [new HandClock(), new Store()]
  const [late, seen] = [new StoppableClock(clock), nothingSeen()]
  const first = candidate(late, store, undefined, seen)
  await pass(clock, untilFirst)
  first.term!.nextItem = () => first.term!.start.seq + 5000
  late.isStopped = true
  const stop = new AbortController()
  const standby = candidate(clock, store, undefined, nothingSeen())
  const second = candidate(new StoppableClock(clock, 60_000), store, stop.signal)
  await pass(clock, 2 * milliseconds)
  const leader = [standby, second].find(({ term }) => term)!
  const other = leader === standby ? second : standby
  expect(leader.term!.start.seq).toBeGreaterThan(first.term!.start.seq + 5000)
  // The leader no longer runs either.
  const { start } = leader.term!
  await leader.term!.release()
  store.empty()
  late.resume()
  const again = candidate(late, store, undefined, seen)
  await pass(clock, milliseconds)
  expect([again.term, other.term?.isHeld]).toEqual([null, true])
  expect(other.term!.start.seq).toBeGreaterThan(start.seq)
  expect(other.term!.start.time).toBeGreaterThan(start.time)
})

it('is continued after a restart of all collectors, although the store was emptied and a clock is behind', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-lease-'))
  const file = path.join(folder, 'lease.json')
  const [clock, store] = [new HandClock(), new Store()]
  const leader = candidate(new StoppableClock(clock, 60_000), store)
  await pass(clock, untilFirst)
  leader.term!.nextItem = () => leader.term!.start.seq + 5000
  const before = await SeenFile.open(file, clock)
  const stop = new AbortController()
  candidate(clock, store, stop.signal, before.seen)
  await pass(clock, milliseconds)
  stop.abort()
  await before.dispose()
  await leader.term!.release()
  store.empty()

  const after = await SeenFile.open(file, clock)
  const restarted = candidate(clock, store, undefined, after.seen)
  await pass(clock, untilFirst)
  const { start } = restarted.term!
  expect(start.seq).toBeGreaterThan(leader.term!.start.seq + 5000)
  expect(start.time).toBeGreaterThan(clock.wall() + 60_000 - milliseconds)
  await after.dispose()
  await rm(folder, { recursive: true })
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
  await pass(clock, untilFirst)
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
