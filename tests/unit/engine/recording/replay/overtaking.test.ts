import { expect, test } from 'vitest'
import { fail } from '#shared/domain/base/problem'
import { Player } from '#engine/recording/replay/player'
import { RecordingReader as Reader, type RecordingReader } from '#engine/recording/replay/recording-reader'
import type { Interval } from '#shared/domain/market/candles/intervals'
import { HandClock } from '../../hand-clock'
import { market, RecordedLog, time } from './recorded-log'
import { Stage } from './stage'

async function tenUpdates(): Promise<RecordedLog> {
  const log = (await RecordedLog.begin()).start(0)
  for (let at = 1000; at <= 10_000; at += 1000) log.update(at)
  return log.write()
}

/** Each seek waits until the test lets it begin. */
function held(reader: RecordingReader) {
  const waiting: (() => void)[] = []
  const seek: RecordingReader['seek'] = async (at, options) => {
    await new Promise<void>((begin) => waiting.push(begin))
    return reader.seek(at, options)
  }
  return { waiting, seek }
}

test('of several seeks the last one wins, and the others show nothing', async () => {
  let gate!: ReturnType<typeof held>
  const stage = await Stage.open(await tenUpdates(), (reader) => (gate = held(reader)))
  const first = stage.seek(2000)
  await expect.poll(() => gate.waiting.length).toBe(1)
  const others = [5000, 3000, 8000].map((at) => stage.seek(at))
  expect(stage.phase).toBe('seeking')
  gate.waiting[0]!()
  await expect.poll(() => gate.waiting.length).toBe(2)
  expect(stage.hubs).toBe(0)
  gate.waiting[1]!()
  await Promise.all([first, ...others])
  expect(stage.shown).toEqual({ at: 8000, phase: 'paused', seen: { updates: 8, trades: 0 } })
  expect(stage.hubs).toBe(1)
  expect(gate.waiting.length).toBe(2)
})

test('what is shown stays until a seek is done, and playing continues from there', async () => {
  let gate!: ReturnType<typeof held>
  const stage = await Stage.open(await tenUpdates(), (reader) => (gate = held(reader)))
  const first = stage.seek(2000)
  await expect.poll(() => gate.waiting.length).toBe(1)
  gate.waiting[0]!()
  await first
  stage.player.play()
  await stage.pass(100)
  const second = stage.seek(6500)
  await expect.poll(() => gate.waiting.length).toBe(2)
  expect(stage.shown).toEqual({ at: 6500, phase: 'seeking', seen: { updates: 2, trades: 0 } })
  gate.waiting[1]!()
  await second
  await stage.pass(1000)
  expect(stage).toMatchObject({ phase: 'playing' })
  expect(stage.seen).toEqual({ updates: 7, trades: 0 })
})

test('a pause during a seek leaves it paused where it leads', async () => {
  let gate!: ReturnType<typeof held>
  const stage = await Stage.open(await tenUpdates(), (reader) => (gate = held(reader)))
  const said: boolean[] = []
  stage.player.onChange(() => said.push(stage.player.state.playing))
  stage.player.play()
  const seek = stage.seek(6000)
  await expect.poll(() => gate.waiting.length).toBe(1)
  stage.player.pause()
  expect([said.includes(true), said.at(-1)]).toEqual([true, false])
  gate.waiting[0]!()
  await seek
  await stage.pass(500)
  expect(stage.shown).toEqual({ at: 6000, phase: 'paused', seen: { updates: 6, trades: 0 } })
})

test('a market that is drawn meanwhile does not overtake a seek', async () => {
  const fills: (() => void)[] = []
  const stage = await Stage.open(await tenUpdates(), () => ({
    fill: () => new Promise<void>((done) => fills.push(done))
  }))
  await stage.seek(2000)
  stage.draw([market])
  await expect.poll(() => fills.length).toBe(1)
  const seek = stage.seek(6000)
  stage.draw([market, 'ETH-USD'])
  fills[0]!()
  await seek
  expect(stage.shown).toEqual({ at: 6000, phase: 'paused', seen: { updates: 6, trades: 0 } })
})

test('a market that is drawn while a seek reads heat is read too', async () => {
  const heated: (readonly string[])[] = []
  const fills: string[] = []
  const stage = await Stage.open(await tenUpdates(), () => ({
    fill: (_, names) => Promise.resolve(void fills.push(...names)),
    fillHeat: (_, names) => {
      heated.push(names)
      stage.draw([market, 'ETH-USD'])
      return Promise.resolve(null)
    }
  }))
  stage.draw([market])
  await stage.seek(6000)
  expect(fills).toEqual(['ETH-USD'])
  expect(heated).toEqual([[market], ['ETH-USD']])
})

test('markets that are drawn one by one are read together, and the first is shown at once', async () => {
  const reads: { readonly names: readonly string[]; readonly done: () => void }[] = []
  let aborted = 0
  const stage = await Stage.open(await tenUpdates(), () => ({
    fill: (_, names, signal) =>
      new Promise<void>((done, stop) => {
        reads.push({ names, done })
        signal?.addEventListener('abort', () => stop(new Error(`Stopped ${(aborted += 1)}`)))
      })
  }))
  await stage.seek(2000)
  const markets = Array.from({ length: 12 }, (_, index) => `M${index}`)
  for (let count = 1; count <= markets.length; count++) {
    stage.draw(markets.slice(0, count), null)
    await expect.poll(() => reads.length).toBe(1)
  }
  const { hubs } = stage
  reads[0]!.done()
  await expect.poll(() => reads.length).toBe(2)
  expect(stage.hubs).toBe(hubs + 1)
  reads[1]!.done()
  await expect.poll(() => stage.hubs).toBe(hubs + 2)
  expect(reads.map(({ names }) => names)).toEqual([['M0'], markets.slice(1)])
  expect(aborted).toBe(0)
})

test('heat is read for charts that show it, and columns of seconds for those of less than a minute', async () => {
  const heated: string[] = []
  const stage = await Stage.open(await tenUpdates(), () => ({
    fill: () => Promise.resolve(),
    fillHeat: (_, names, { withSeconds } = {}) => {
      heated.push(`${names} ${withSeconds ? 'seconds' : 'minutes'}`)
      return Promise.resolve(null)
    }
  }))
  const read = async (interval: Interval | null) => {
    heated.length = 0
    stage.draw([market], interval)
    await stage.pass(0)
    return heated.splice(0)
  }
  await stage.seek(2000)
  expect(await read(null)).toEqual([])
  expect(await read('1m')).toEqual([`${market} minutes`])
  expect(await read('1h')).toEqual([])
  expect(await read('15s')).toEqual([`${market} seconds`])
  expect(await read('5m')).toEqual([])
  await stage.seek(3000)
  expect(heated).toEqual([`${market} minutes`])
})

test.each(['a step', 'a pause'])('what %s interrupted is read after it', async (what) => {
  const fills: (() => void)[] = []
  const stage = await Stage.open(await tenUpdates(), () => ({
    fill: (_, __, signal) =>
      new Promise<void>((done, stop) => {
        fills.push(done)
        signal?.addEventListener('abort', () => stop(new Error('Stopped')))
      })
  }))
  await stage.seek(2000)
  if (what === 'a pause') stage.player.play()
  stage.draw([market], null)
  await expect.poll(() => fills.length).toBe(1)
  if (what === 'a pause') stage.player.pause()
  else await stage.player.step({ by: 'message', market: null, back: false })
  await expect.poll(() => fills.length).toBe(2)
  const { hubs } = stage
  fills[1]!()
  await expect.poll(() => stage.hubs).toBe(hubs + 1)
})

test('a jump that is overtaken does not say that there is nothing', async () => {
  const stage = await Stage.open(await (await tenUpdates()).trade(11_000).write())
  await stage.seek(1000)
  const jump = () => stage.player.jump({ to: 'trade', market, size: '1', back: false })
  expect(await Promise.all([jump(), jump(), jump()])).toEqual([true, true, true])
  expect(stage.shown).toMatchObject({ at: 11_000, phase: 'paused' })
  expect(await jump()).toBe(false)
})

test('what cannot be read is said, and another seek makes up for it', async () => {
  let isBroken = true
  const stage = await Stage.open(await tenUpdates(), (reader) => ({
    seek: (at, options) =>
      isBroken ? Promise.reject(fail('replay.damaged', 'Damaged.')) : reader.seek(at, options)
  }))
  await expect(stage.seek(2000)).rejects.toThrow('replay.damaged')
  expect(stage.player.state).toMatchObject({ phase: 'failed', problem: 'Damaged.' })
  isBroken = false
  await stage.seek(2000)
  expect(stage.player.state).toMatchObject({ phase: 'paused', problem: null })
})

test('an empty recording is said', async () => {
  const stage = await Stage.open(await RecordedLog.begin())
  await expect(stage.player.seek(null)).rejects.toThrow('replay.empty')
})

/** Each look at it takes a tenth of a millisecond, so that work takes time. */
class SlowClock extends HandClock {
  turns = 0

  override monotonic(): number {
    this.jump(0.1)
    return super.monotonic()
  }

  override later(milliseconds: number, call: () => void): () => void {
    let isCancelled = false
    setImmediate(() => {
      if (isCancelled) return
      this.turns += 1
      this.jump(milliseconds)
      call()
    })
    return () => (isCancelled = true)
  }
}

test('long work leaves others their turn, and the speed is the one that is reached', async () => {
  const log = (await RecordedLog.begin()).start(0)
  for (let count = 1; count <= 40_000; count++) log.update(count)
  await log.write()
  const clock = new SlowClock()
  const reader = await Reader.open(log.folder)
  const player = new Player({ clock, reader, staleAfter: () => 10_000 })
  await player.seek(time(500))
  player.setSpeed(1000)
  let [turns, replayed, most] = [0, 0, 0]
  player.onChange(() => {
    if (clock.turns === turns) return
    most = Math.max(most, player.state.replayed - replayed)
    turns = clock.turns
    replayed = player.state.replayed
  })
  const began = clock.now()
  player.play()
  await expect.poll(() => player.state.phase).toBe('ended')
  // Fifteen milliseconds are 150 looks, each after 32 items.
  expect(most).toBeGreaterThan(32)
  expect(most).toBeLessThanOrEqual(150 * 32)
  expect(player.state.replayed).toBe(39_500)
  expect(clock.now() - began).toBeGreaterThan(39_500 / 1000)
  await player.dispose()
  await reader.dispose()
})
