import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openConversionFile } from '#engine/records/conversions/index'
import type { StoredConversion } from '#engine/records/conversions/stored'
import { HandClock } from '../../hand-clock'
import { ConversionBench, idOf, message, settled } from './desk'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-conversions-'))
  file = path.join(folder, 'conversions.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (clock = new HandClock()) => openConversionFile({ file, clock })
const content = async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
const stored = (number: number, more: Partial<StoredConversion> = {}): StoredConversion => ({
  id: idOf(number),
  record: message(number),
  note: '',
  lookedUpAt: 1,
  answeredAt: 2,
  watching: false,
  stopped: null,
  seen: [{ at: 2, status: 'CREATED' }],
  ...more
})

it('restores everything, including unknown fields', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(
        fc.record({
          number: fc.nat(1000),
          note: fc.string({ maxLength: 50 }),
          watching: fc.boolean(),
          odd: fc.jsonValue({ maxDepth: 3 })
        }),
        { maxLength: 6, selector: ({ number }) => number }
      ),
      async (all) => {
        await rm(file, { force: true })
        const first = await open()
        const entries = all.map(({ number, note, watching, odd }) =>
          stored(number, {
            note,
            watching,
            record: JSON.parse(JSON.stringify(message(number, { odd }))) as Record<string, unknown>
          })
        )
        await first.set('desk', entries)
        first.use('desk')
        await first.dispose()
        const second = await open()
        expect(second.notice).toBeNull()
        expect(second.entries('desk')).toEqual(entries)
        expect(second.last).toBe('desk')
      }
    ),
    { numRuns: 25 }
  )
})

it('continues watching after a restart and reports changes', async () => {
  const first = new ConversionBench(await open()).connect()
  await first.conversions.lookUp(`${idOf(1)} ${idOf(2)}`, true)
  await first.conversions.dispose()
  const second = new ConversionBench(await open())
  second.answer = (id) => (id === idOf(1) ? message(1, settled) : message(2))
  await second.pass(60_000)
  expect(second.asked).toEqual([])
  expect(second.conversions.state).toMatchObject({ profileId: 'desk', count: 2, watched: 2 })
  second.connect()
  await second.pass(5050)
  expect(second.asked.map(({ id }) => id).sort()).toEqual([idOf(1), idOf(2)])
  expect(second.noticed).toMatchObject([{ row: { id: idOf(1), end: 'settled' } }])
  expect(second.conversions.state.watched).toBe(1)
  await second.conversions.dispose()
})

it('salvages a damaged file and keeps a copy', async () => {
  const record = message(3)
  const damaged = {
    version: 1,
    last: 7,
    profiles: {
      desk: {
        entries: [
          stored(1),
          { ...stored(2), record: { id: idOf(2) } },
          { record, note: 'Kept', seen: 'x' },
          null
        ]
      }
    }
  }
  await writeFile(file, JSON.stringify(damaged))
  const conversions = await open()
  expect(conversions.notice).toContain('3 entries could not be read')
  expect(conversions.entries('desk')).toMatchObject([{ id: idOf(1) }, { id: idOf(3), note: 'Kept', record }])
  expect(conversions.last).toBeNull()
  await conversions.set('desk', [])
  const aside = (await readdir(folder)).find((name) => name.includes('damaged'))!
  expect(JSON.parse(await readFile(path.join(folder, aside), 'utf8'))).toEqual(damaged)
})

it('starts over beside an unusable file', async () => {
  await writeFile(file, '{"version":1,"prof')
  const conversions = await open()
  expect(conversions.notice).toContain('set aside')
  await conversions.set('desk', [stored(1)])
  expect(await content()).toMatchObject({ profiles: { desk: { entries: [{ id: idOf(1) }] } } })
  expect(await readdir(folder)).toHaveLength(2)
})

it('leaves a newer file unchanged and reports it', async () => {
  const newer = JSON.stringify({ version: 9, last: 'desk', profiles: { desk: { entries: [stored(1)] } } })
  await writeFile(file, newer)
  const conversions = await open()
  expect(conversions.notSaved).toContain('newer Leadline')
  expect(conversions.entries('desk')).toHaveLength(1)
  await conversions.set('desk', [])
  await conversions.dispose()
  expect(await readFile(file, 'utf8')).toBe(newer)
})

it('keeps fields of later versions', async () => {
  const entry = { ...stored(1), colour: 'red' }
  const profiles = { desk: { entries: [entry, entry], sorting: 'amount' } }
  await writeFile(file, JSON.stringify({ version: 1, last: null, profiles, more: { a: 1 } }))
  const conversions = await open()
  expect(conversions.entries('desk')).toHaveLength(1)
  await conversions.set('other', [])
  expect(await content()).toMatchObject({
    more: { a: 1 },
    profiles: { desk: { sorting: 'amount', entries: [{ colour: 'red' }] } }
  })
})

it('saves answers within a second in one write, and reports failures', async () => {
  const clock = new HandClock()
  const conversions = await open(clock)
  conversions.setSoon('desk', [stored(1)])
  conversions.setSoon('desk', [stored(1), stored(2)])
  clock.advance(999)
  await expect(content()).rejects.toThrow('ENOENT')
  clock.advance(1)
  await expect.poll(content).toMatchObject({ profiles: { desk: { entries: [{}, {}] } } })
  await rm(folder, { recursive: true })
  await writeFile(folder, '')
  await conversions.set('desk', [])
  expect(conversions.notSaved).toContain('only until you quit')
})

it('shows the initial history of the connection’s current service', async () => {
  const profiles = { 'desk/first': { entries: [stored(1)], sorting: 'amount' } }
  await writeFile(file, JSON.stringify({ version: 1, last: 'desk/first', profiles }))
  const conversions = await open()
  conversions.followServices(['other/first', 'desk/second'])
  expect([conversions.last, conversions.entries('desk/second')]).toEqual(['desk/second', []])
  conversions.followServices(['desk/first'])
  expect(conversions.last).toBe('desk/first')
  await conversions.set('desk/second', [stored(2)])
  expect(await content()).toMatchObject({ profiles: { 'desk/first': { sorting: 'amount', entries: [{}] } } })
  await conversions.remove('desk')
  expect(await content()).toMatchObject({ last: null, profiles: {} })
})
