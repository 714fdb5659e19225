import { expect, test } from 'vitest'
import { day as oneDay } from '#engine/app/updates/schedule'
import { freshFolder } from '../../../../integration/support/folder'
import { newKey, release, signed } from './release'
import { edited, hour, key, start, turnOn } from './updates-desk'

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

test.each<[string, () => Response | Promise<Response>]>([
  ['refused', () => new Response(signed(release(), newKey()))],
  ['withheld', () => new Response('', { status: 404 })],
  ['out of reach', () => Promise.reject(new TypeError('net::ERR_NAME_NOT_RESOLVED'))]
])('reports after a week that every manifest was %s, until a check succeeds', async (_title, answer) => {
  const desk = await start({ answer, random: () => 0 })
  const since = () => desk.updates.state().failingSince
  await desk.updates.start()
  await turnOn(desk)
  const begun = desk.updates.state().lastCheck
  await desk.pass(7 * oneDay - hour)
  expect(since()).toBeNull()
  await desk.pass(2 * hour)
  expect(since()).toBe(begun)
  await desk.updates.dispose()
  const again = await start({ on: true, folder: desk.folder, clock: desk.clock })
  expect(again.updates.state().failingSince).toBe(begun)
  await again.updates.check()
  expect(again.updates.state()).toMatchObject({ problem: null, failingSince: null })
})

test('counts no time during which checks were off, nor one without a failed check', async () => {
  const desk = await start({ answer: () => new Response('', { status: 404 }), random: () => 0 })
  await desk.updates.start()
  await turnOn(desk)
  desk.clock.jump(30 * oneDay)
  expect(desk.updates.state().failingSince).toBeNull()
  desk.updates.setOn(false)
  await turnOn(desk)
  await desk.pass(oneDay)
  expect(desk.asked.length).toBeGreaterThan(1)
  expect(desk.updates.state()).toMatchObject({ problem: { code: 'updates.status' }, failingSince: null })
})
