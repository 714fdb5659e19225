import { rename } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listSegments } from '#engine/recording/log/segments'
import { epoch, RecordedLog, market, time } from './recorded-log'
import { Stage } from './stage'

/** A message every 100 ms, a trade every second, in members of two seconds. */
async function tenSeconds(): Promise<RecordedLog> {
  const log = (await RecordedLog.begin()).start(0)
  for (let at = 100; at <= 10_000; at += 100) {
    if (at % 1000 === 500) log.trade(at)
    else log.update(at)
    if (at % 2000 === 0) await log.write()
  }
  return log.write()
}

test('a seek shows exactly what was received until then', async () => {
  const stage = await Stage.open(await tenSeconds())
  await stage.seek(3499)
  expect(stage.shown).toMatchObject({ at: 3499, phase: 'paused', seen: { updates: 31, trades: 3 } })
  await stage.seek(3500)
  expect(stage.shown).toMatchObject({ at: 3500, seen: { updates: 31, trades: 4 } })
  await stage.seek(50)
  expect(stage.shown).toMatchObject({ at: 50, seen: { updates: 0, trades: 0 } })
  await stage.player.seek(null)
  expect(stage.shown).toMatchObject({ at: 10_000, seen: { updates: 90, trades: 10 } })
})

test('a seek shows a segment that was fetched between the others meanwhile', async () => {
  const hour = 3_600_000
  let begin = 0
  const log = await RecordedLog.begin(() => epoch + begin)
  for (begin of [0, hour, 2 * hour]) {
    log.start(begin)
    for (let at = 100; at <= 1000; at += 100) log.update(begin + at)
    await log.write()
  }
  const [, between = ''] = await listSegments(log.folder)
  const away = path.join(log.folder, 'away')
  await rename(between, away)
  const stage = await Stage.open(log)
  await stage.seek(hour + 500)
  expect(stage.shown).toMatchObject({ seen: { updates: 10 } })
  await rename(away, between)
  await stage.seek(hour + 500)
  expect(stage.shown).toMatchObject({ seen: { updates: 15 } })
})

test('a seek before the beginning or after the end shows that', async () => {
  const stage = await Stage.open(await tenSeconds())
  await stage.seek(-5000)
  expect(stage.shown).toMatchObject({ at: 0, phase: 'paused' })
  await stage.seek(50_000)
  expect(stage.shown).toMatchObject({ at: 10_000, phase: 'paused' })
})

test.each([1, 10] as const)(
  '%d seconds of the recording pass in one, and none while it is paused',
  async (speed) => {
    const stage = await Stage.open(await tenSeconds())
    await stage.seek(1000)
    stage.player.setSpeed(speed)
    stage.player.play()
    await stage.pass(500)
    expect(stage.phase).toBe('playing')
    expect(Math.abs(stage.at - (1000 + 500 * speed))).toBeLessThanOrEqual(50 * speed)
    expect(stage.player.state.reached).toBeCloseTo(speed, 6)
    const messages = Math.floor(stage.at / 100)
    expect(stage.seen!.updates + stage.seen!.trades).toBe(messages)
    expect(stage.player.state).toMatchObject({ replayed: messages - 10 })
    stage.player.pause()
    const { at } = stage
    await stage.pass(2000)
    expect(stage.shown).toMatchObject({ at, phase: 'paused' })
    expect(stage.player.state.reached).toBeNull()
    stage.player.play()
    await stage.pass(100)
    expect(stage.at).toBeLessThanOrEqual(at + 100 * speed)
    expect(stage.at).toBeGreaterThan(at)
  }
)

test('knows how many messages came in the second before', async () => {
  const stage = await Stage.open(await tenSeconds())
  await stage.seek(5000)
  expect(stage.player.state.recordedRate).toBe(10)
  await stage.seek(300)
  expect(stage.player.state.recordedRate).toBe(4)
  stage.player.play()
  await stage.pass(2000)
  expect(stage.player.state.recordedRate).toBe(10)
})

test('a change of the speed continues from where it is', async () => {
  const stage = await Stage.open(await tenSeconds())
  await stage.seek(1000)
  stage.player.play()
  await stage.pass(300)
  const { at } = stage
  stage.player.setSpeed(10)
  await stage.pass(100)
  expect(stage.at).toBeGreaterThan(at + 400)
  expect(stage.at).toBeLessThanOrEqual(at + 1100)
})

test('plays between the points of a range, again and again', async () => {
  const stage = await Stage.open(await tenSeconds())
  stage.player.setRange({ in: time(2000), out: time(3000), loop: true })
  await stage.seek(2500)
  stage.player.play()
  const before = stage.hubs
  await stage.pass(4600, () => {
    expect(stage.at).toBeGreaterThanOrEqual(2000)
    expect(stage.at).toBeLessThanOrEqual(3000)
  })
  expect(stage.hubs - before).toBe(5)
  stage.player.setRange({ in: time(2000), out: time(3000), loop: false })
  await stage.pass(1500)
  expect(stage.shown).toMatchObject({ at: 3000, phase: 'ended', seen: { updates: 27, trades: 3 } })
  expect(stage.player.state.playing).toBe(false)
  stage.player.play()
  await stage.pass(200)
  expect(stage.phase).toBe('playing')
  expect(stage.at).toBeLessThan(2300)
})

test('refuses a range without time', async () => {
  const stage = await Stage.open(await tenSeconds())
  expect(() => stage.player.setRange({ in: time(2), out: time(2), loop: true })).toThrow('replay.range')
})

test('stops at the end, and continues when more was recorded', async () => {
  const log = await tenSeconds()
  const stage = await Stage.open(log)
  await stage.seek(9500)
  stage.player.play()
  await stage.pass(1000)
  expect(stage.shown).toMatchObject({ at: 10_000, phase: 'ended' })
  expect(stage.player.state.playing).toBe(true)
  await log.update(10_100).update(10_800).write()
  await stage.passUntil(() => stage.phase === 'playing')
  await stage.passUntil(() => stage.phase === 'ended')
  expect(stage.shown).toMatchObject({ at: 10_800, phase: 'ended', seen: { updates: 92, trades: 10 } })
  stage.player.pause()
  await log.update(11_000).write()
  await stage.pass(3000)
  expect(stage.shown).toMatchObject({ at: 10_800, phase: 'paused' })
})

test('skips time that was not recorded once it was shown, but not quiet time', async () => {
  const hour = 3_600_000
  const log = (await RecordedLog.begin()).start(0).update(1000).update(9000)
  await log.write()
  await log
    .start(hour)
    .update(hour + 500)
    .write()
  const stage = await Stage.open(log)
  await stage.seek(900)
  stage.player.play()
  await stage.pass(5000)
  expect(stage.at).toBeGreaterThan(5800)
  expect(stage.at).toBeLessThan(6000)
  await stage.pass(3900)
  expect(stage.at).toBeLessThan(10_000)
  expect(stage.seen).toMatchObject({ updates: 2 })
  await stage.pass(300)
  expect(stage.at).toBeGreaterThanOrEqual(hour)
  expect(stage.at).toBeLessThan(hour + 300)
  expect(stage.player.state.reached).toBeLessThan(1.1)
  await stage.pass(400)
  expect(stage.seen).toMatchObject({ updates: 3 })
})

test('a clock that was set back is followed at the same speed', async () => {
  const log = (await RecordedLog.begin()).start(0)
  for (let at = 1000; at <= 5000; at += 1000) log.update(at)
  log.event(2000, { event: 'clock', epoch: epoch - 3000 })
  for (let at = 2250; at <= 8000; at += 250) log.update(at)
  const stage = await Stage.open(await log.write())
  await stage.seek(1500)
  stage.player.play()
  await stage.pass(4500)
  expect(stage.at).toBeGreaterThan(2900)
  expect(stage.at).toBeLessThan(3100)
  expect(stage.seen!.updates).toBeLessThanOrEqual(5 + 4)
})

test('a jump leads to the next gap and the one before', async () => {
  const log = await (await RecordedLog.begin()).start(0).update(1000).write()
  await log.start(60_000).update(61_000).write()
  await log.start(160_000).write()
  const stage = await Stage.open(log)
  await stage.seek(500)
  expect(await stage.player.jump({ to: 'gap', back: false })).toBe(true)
  expect(stage.shown).toMatchObject({ at: 1000, phase: 'paused' })
  expect(await stage.player.jump({ to: 'gap', back: false })).toBe(true)
  expect(stage.at).toBe(61_000)
  expect(await stage.player.jump({ to: 'gap', back: false })).toBe(false)
  expect(stage.shown).toMatchObject({ at: 61_000, phase: 'paused' })
  expect(await stage.player.jump({ to: 'gap', back: true })).toBe(true)
  expect(stage.at).toBe(1000)
})

test('a jump leads to the next trade of a size and the one before', async () => {
  const stage = await Stage.open(await tenSeconds())
  const jump = (size: string, back: boolean) => stage.player.jump({ to: 'trade', market, size, back })
  await stage.seek(2000)
  expect(await jump('5', false)).toBe(true)
  expect(stage.shown).toMatchObject({ at: 4500, phase: 'paused', seen: { trades: 5 } })
  expect(await jump('1', true)).toBe(true)
  expect(stage.at).toBe(3500)
  expect(await jump('11', false)).toBe(false)
  expect(stage.shown).toMatchObject({ at: 3500, phase: 'paused' })
})

test('the markets that are drawn are filled before they are shown', async () => {
  const filled: string[] = []
  let whileSeeking = () => {}
  const stage = await Stage.open(await tenSeconds(), (reader) => ({
    seek: async (at, options) => {
      filled.push(...options.markets())
      whileSeeking()
      return reader.seek(at, options)
    },
    fill: (_position, drawn) => {
      filled.push(...drawn.map((name) => `later ${name}`))
      return Promise.resolve()
    }
  }))
  await stage.seek(1000)
  stage.draw([market])
  await expect.poll(() => filled).toEqual([`later ${market}`])
  await stage.seek(2000)
  stage.draw([market])
  expect(filled).toEqual([`later ${market}`, market])
  stage.player.play()
  stage.draw([market, 'ETH-USD'])
  await stage.pass(20)
  expect(filled.slice(2)).toEqual(['later ETH-USD'])
  stage.player.pause()
  filled.length = 0
  whileSeeking = () => stage.draw([market, 'XRP-USD'])
  await stage.seek(3000)
  expect(filled).toEqual([market, 'ETH-USD', 'later XRP-USD'])
})

test('what the reader had to read anyway is not filled again', async () => {
  let fills = 0
  const stage = await Stage.open(await tenSeconds(), (reader) => ({
    seek: (at, { staleAfter }) => reader.seek(at, { staleAfter, markets: () => [] }),
    fill: () => Promise.resolve(void (fills += 1))
  }))
  stage.draw([market])
  await stage.seek(1000)
  expect(fills).toBe(0)
})

test('a loop without time in it ends', async () => {
  const stage = await Stage.open(await tenSeconds())
  stage.player.setRange({ in: time(20_000), out: null, loop: true })
  await stage.seek(9900)
  stage.player.play()
  await stage.passUntil(() => stage.phase === 'ended')
  await stage.pass(500)
  expect(stage.shown).toMatchObject({ at: 10_000, phase: 'ended' })
})
