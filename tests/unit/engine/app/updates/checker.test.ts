import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day as oneDay, spread, waitAfter } from '#engine/app/updates/schedule'
import { toProblem } from '#shared/domain/base/problem'
import { freshFolder } from '../../../../integration/support/folder'
import { release, signed } from './release'
import { edited, hour, key, start, turnOn } from './updates-desk'

test('sends nothing while it is off', async () => {
  const desk = await start()
  await desk.updates.start()
  await desk.pass(10 * oneDay)
  expect(toProblem(await desk.updates.check().catch((thrown: unknown) => thrown)).code).toBe('updates.off')
  expect(desk.asked).toEqual([])
})

test('checks at once when it is turned on, then daily with jitter', async () => {
  const desk = await start({ random: () => 0.5 })
  await desk.updates.start()
  await turnOn(desk)
  expect(desk.asked).toHaveLength(1)
  expect(desk.updates.state().available).toMatchObject({ version: '0.2.0', way: 'page', dismissed: false })
  await desk.pass(oneDay + spread / 2 - hour)
  expect(desk.asked).toHaveLength(1)
  await desk.pass(2 * hour)
  expect(desk.asked).toHaveLength(2)
})

test('waits a day at least and a week at most, with up to six hours more', () => {
  fc.assert(
    fc.property(
      fc.nat(2000),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (failures, share) => {
        const days = [1, 1, 2, 4][failures] ?? 7
        const wait = waitAfter(failures, () => share)
        expect(wait).toBeGreaterThanOrEqual(days * oneDay)
        expect(wait).toBeLessThanOrEqual(days * oneDay + 6 * hour)
      }
    )
  )
})

test('does not check again after a restart, even in the middle of a check', async () => {
  const first = await start({ answer: () => new Promise<Response>(() => undefined) })
  await first.updates.start()
  first.updates.setOn(true)
  first.clock.advance(1)
  await expect.poll(() => first.asked).toHaveLength(1)
  // As after a kill: nothing is disposed.
  const second = await start({ on: true, folder: first.folder, clock: first.clock })
  await second.updates.start()
  expect(second.updates.state()).toMatchObject({ lastCheck: null, information: 'none' })
  await second.pass(23 * hour)
  expect(second.asked).toEqual([])
  await second.pass(3 * oneDay)
  expect(second.asked.length).toBeGreaterThan(0)
})

test('turning it off and on causes no second check, and ends a running one', async () => {
  const desk = await start()
  await desk.updates.start()
  await turnOn(desk)
  for (let times = 0; times < 5; times += 1) {
    desk.updates.setOn(false)
    expect(desk.updates.state().available).toBeNull()
    await turnOn(desk)
  }
  expect(desk.asked).toHaveLength(1)
  desk.current.answer = () => new Promise<Response>(() => undefined)
  desk.clock.advance(2 * oneDay)
  await expect.poll(() => desk.asked).toHaveLength(2)
  desk.updates.setOn(false)
  await desk.idle()
  expect(desk.updates.state().problem).toBeNull()
})

test('knows nothing before a check ends, nor once its information has expired', async () => {
  const desk = await start({ version: '0.2.0' })
  expect(desk.updates.state()).toMatchObject({ lastCheck: null, information: 'none' })
  let answer = (_response: Response) => {}
  desk.current.answer = () => new Promise<Response>((done) => (answer = done))
  await desk.updates.start()
  desk.updates.setOn(true)
  desk.clock.advance(1)
  await expect.poll(() => desk.asked).toHaveLength(1)
  expect(desk.updates.state()).toMatchObject({ lastCheck: null, information: 'none' })
  answer(new Response(signed(release({}, desk.clock.wall()), key)))
  await desk.idle()
  const ended = desk.clock.wall()
  expect(desk.updates.state()).toMatchObject({ lastCheck: ended, information: 'valid', available: null })
  desk.current.answer = () => new Promise<Response>(() => undefined)
  desk.clock.advance(31 * oneDay)
  const expired = { lastCheck: ended, information: 'expired', available: null }
  expect(desk.updates.state()).toMatchObject(expired)
  await desk.updates.dispose()
  const again = await start({ on: true, folder: desk.folder, clock: desk.clock })
  expect(again.updates.state()).toMatchObject(expired)
})

test.each([
  ['offline', 'net::ERR_INTERNET_DISCONNECTED'],
  ['without the name', 'net::ERR_NAME_NOT_RESOLVED'],
  ['without the proxy', 'net::ERR_PROXY_CONNECTION_FAILED']
])('tries again about an hour later while it is %s', async (_title, message) => {
  const fails = () => Promise.reject(new TypeError(message))
  const desk = await start({ answer: fails, random: () => 0 })
  await desk.updates.start()
  await turnOn(desk)
  await desk.pass(5 * hour)
  expect(desk.asked).toHaveLength(6)
  expect(desk.updates.state()).toMatchObject({ problem: { retryable: true }, lastCheck: desk.clock.wall() })
  desk.current.answer = () => new Response('', { status: 503 })
  await desk.pass(hour)
  // The first failure of a server: a day, not a week.
  expect(desk.updates.state().nextCheck! - desk.clock.wall()).toBe(oneDay)
})

test('backs off after failures, and recovers', async () => {
  const desk = await start({ answer: () => new Response('', { status: 503 }), random: () => 0 })
  await desk.updates.start()
  await turnOn(desk)
  expect(desk.updates.state().problem?.code).toBe('updates.status')
  await desk.pass(40 * oneDay)
  const waits = desk.asked.slice(1).map((at, index) => Math.round((at - desk.asked[index]!) / oneDay))
  expect(waits.slice(0, 6)).toEqual([1, 2, 4, 7, 7, 7])
  desk.current.answer = () => new Response(signed(release({}, desk.clock.wall()), key))
  await desk.updates.check()
  expect(desk.updates.state()).toMatchObject({ problem: null, available: { version: '0.2.0' } })
  expect(desk.updates.state().nextCheck! - desk.clock.wall()).toBe(oneDay)
})

test('checks by hand at a limited rate', async () => {
  const desk = await start({ on: true })
  await desk.updates.start()
  await desk.updates.check()
  expect(toProblem(await desk.updates.check().catch((thrown: unknown) => thrown)).code).toBe(
    'updates.too-soon'
  )
  await desk.pass(61_000)
  await desk.updates.check()
  expect(desk.asked).toHaveLength(2)
})

test('does not check for weeks if the clock was set back, nor at once', async () => {
  const desk = await start()
  await desk.updates.start()
  await turnOn(desk)
  const again = await edited(desk, ({ nextCheck }) => ({ nextCheck: Number(nextCheck) + 300 * oneDay }))
  await again.updates.start()
  await again.pass(23 * hour)
  expect(again.asked).toEqual([])
  await again.pass(8 * hour)
  expect(again.asked).toHaveLength(1)
})

test('does not check where the time of a check cannot be saved', async () => {
  const folder = await freshFolder()
  await writeFile(path.join(folder, 'updates.json'), JSON.stringify({ version: 99 }))
  const desk = await start({ on: true, folder })
  await desk.updates.start()
  await desk.pass(3 * oneDay)
  expect(desk.asked).toEqual([])
  expect(desk.updates.state().problem?.code).toBe('updates.not-recorded')
})
