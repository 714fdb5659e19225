import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { openUpdateFile, Updates } from '#engine/app/updates/index'
import { day as oneDay, spread, waitAfter } from '#engine/app/updates/schedule'
import { toProblem } from '#shared/domain/base/problem'
import { freshFolder } from '../../../../integration/support/folder'
import { HandClock } from '../../hand-clock'
import { newKey, release, signed, sourceOf } from './release'

const url = 'https://updates.test/leadline.json'
const key = newKey()
const hour = 3_600_000
const open: Updates[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.dispose()
})

interface Setting {
  readonly folder?: string
  readonly clock?: HandClock
  readonly answer?: () => Response | Promise<Response>
  readonly version?: string
  readonly on?: boolean
  readonly random?: () => number
}

async function start({ version = '0.1.0', on = false, random = () => 0.5, ...more }: Setting = {}) {
  const folder = more.folder ?? (await freshFolder())
  const clock = more.clock ?? new HandClock()
  const current = { answer: more.answer ?? (() => new Response(signed(release({}, clock.wall()), key))) }
  const asked: number[] = []
  const file = await openUpdateFile({ file: path.join(folder, 'updates.json'), clock })
  const updates = new Updates({
    file,
    folder: path.join(folder, 'updates'),
    fetch: async () => {
      asked.push(clock.wall())
      return current.answer()
    },
    clock,
    random,
    source: sourceOf(url, key),
    version,
    on,
    notes: [...new Set(['0.1.1', 'Notes', version, '0.1.10', '0.2.0-test.1', '0.1.0'])].map((each) => ({
      version: each,
      released: null,
      text: each
    })),
    system: 'linux-x64',
    way: 'page',
    onChange: () => undefined
  })
  open.push(updates)
  const idle = () => expect.poll(() => updates.state().checking).toBe(false)
  /** In steps, so that each timer is set before the next is due. */
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= hour) {
      clock.advance(Math.min(left, hour))
      await idle()
    }
  }
  return { updates, clock, asked, folder, current, idle, pass }
}
type Started = Awaited<ReturnType<typeof start>>

async function turnOn({ updates, pass, idle }: Started) {
  updates.setOn(true)
  await pass(1)
  await idle()
}

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

/** As an edit of `updates.json` while the app was not running. */
async function edited(desk: Started, change: (content: Record<string, unknown>) => object) {
  await desk.updates.dispose()
  const file = path.join(desk.folder, 'updates.json')
  const content = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  await writeFile(file, JSON.stringify({ ...content, ...change(content) }))
  return start({ on: true, folder: desk.folder, clock: desk.clock })
}

test('believes only a signed manifest that it has seen a newer one, and keeps what was dismissed', async () => {
  const absurd = { version: '999999999.0.0', sequence: Number.MAX_SAFE_INTEGER }
  const fields = { newestSequence: absurd.sequence, newestVersion: absurd.version }
  for (const manifest of [
    undefined,
    signed(release(absurd), newKey()),
    'x'.repeat(400_000),
    { payload: 'altered' }
  ]) {
    const desk = await start()
    await desk.updates.start()
    await turnOn(desk)
    await desk.updates.dismiss()
    const again = await edited(desk, (content) => ({ ...fields, manifest: manifest ?? content['manifest'] }))
    await again.updates.check()
    expect(again.updates.state()).toMatchObject({
      problem: null,
      available: { version: '0.2.0', dismissed: true }
    })
  }
})

test('refuses an older manifest even if the newest one has expired, or the clock was set back', async () => {
  for (const later of [31, -20]) {
    const desk = await start()
    const begun = desk.clock.wall()
    await desk.updates.start()
    await turnOn(desk)
    const older = { sequence: 6, released: new Date(begun - 40 * oneDay).toISOString() }
    const expires = new Date(begun + 90 * oneDay).toISOString()
    const text = signed(release({ ...older, expires }), key)
    await desk.updates.dispose()
    desk.clock.jump(later * oneDay)
    const { folder, clock } = desk
    const again = await start({ on: true, folder, clock, answer: () => new Response(text) })
    await again.updates.check()
    expect(clock.wall()).toBe(begun + later * oneDay + 1)
    expect(again.updates.state().problem?.code, String(later)).toBe('updates.older')
  }
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

test('knows the newest version after a restart without a request, and never goes back', async () => {
  const desk = await start()
  await desk.updates.start()
  await turnOn(desk)
  await desk.updates.dispose()
  const again = await start({
    on: true,
    folder: desk.folder,
    clock: desk.clock,
    answer: () => new Response(signed(release({ sequence: 6, version: '0.3.0' }, desk.clock.wall()), key))
  })
  await again.updates.start()
  expect(again.updates.state().available?.version).toBe('0.2.0')
  expect(again.updates.notes().map(({ version }) => version)).toEqual(['0.2.0', '0.1.0'])
  expect(again.asked).toEqual([])
  await again.updates.check()
  expect(again.updates.state()).toMatchObject({
    problem: { code: 'updates.older' },
    available: { version: '0.2.0' }
  })
})

test('does not announce a manifest that was altered on this computer', async () => {
  const desk = await start()
  await desk.updates.start()
  await turnOn(desk)
  const forged = signed(release({ version: '6.6.6' }, desk.clock.wall()), newKey())
  const again = await edited(desk, () => ({ manifest: forged }))
  await again.updates.start()
  expect(again.updates.state().available).toBeNull()
})

test('stops announcing what has expired, was dismissed or is not newer', async () => {
  const desk = await start()
  await desk.updates.start()
  await turnOn(desk)
  await desk.updates.dismiss()
  expect(desk.updates.state().available).toMatchObject({ dismissed: true })
  await desk.updates.dispose()
  for (const [version, available] of [
    ['0.1.0', true],
    ['0.2.0', false],
    ['0.3.0', false]
  ] as const) {
    const again = await start({ on: true, folder: desk.folder, clock: desk.clock, version })
    await again.updates.start()
    expect(again.updates.state().available !== null, version).toBe(available)
    await again.updates.dispose()
  }
  desk.clock.advance(31 * oneDay)
  const late = await start({ folder: desk.folder, clock: desk.clock })
  expect(late.updates.state().available).toBeNull()
})

test('offers the changes once after an update', async () => {
  const folder = await freshFolder()
  const versions: readonly (readonly [string, boolean])[] = [
    ['0.1.0', false],
    ['0.1.0', false],
    ['0.2.0', true],
    ['0.2.0', false],
    ['0.1.0', false],
    ['0.2.0-test.1', true]
  ]
  for (const [version, offered] of versions) {
    const { updates } = await start({ folder, version })
    expect(updates.state().wasUpdated, version).toBe(offered)
    await updates.dispose()
  }
})

test('shows the changes of every version that an update skipped, newest first', async () => {
  const folder = await freshFolder()
  const shown = async (version: string) => {
    const { updates } = await start({ folder, version })
    const before = updates.notes().map((each) => each.version)
    await updates.dismiss()
    expect(updates.notes().map((each) => each.version)).toEqual(before)
    await updates.dispose()
    return before
  }
  expect(await shown('0.0.9')).toEqual(['0.0.9'])
  expect(await shown('0.1.9')).toEqual(['0.1.9', '0.1.1', '0.1.0'])
  expect(await shown('0.2.1')).toEqual(['0.2.1', '0.2.0-test.1', '0.1.10'])
  expect(await shown('0.2.1')).toEqual(['0.2.1'])
  expect(await shown('0.1.9')).toEqual(['0.1.9'])
})
