import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAlertFile, type StoredAlert } from '#engine/market/alerts/index'
import { maxFired, type FiredAlert } from '#shared/contract/market/alerts'
import { HandClock } from '../../hand-clock'
import { AlertBench, draft } from './desk'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-alerts-'))
  file = path.join(folder, 'alerts.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (clock = new HandClock()) => openAlertFile({ file, clock })
const content = async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
const stored = (id: string): StoredAlert => ({
  ...draft({ kind: 'price', market: 'BTCUSD', price: '64000', direction: 'up', of: 'last' }),
  id,
  firedAt: null,
  pausedUntil: null,
  snoozedUntil: null,
  evidenceAt: null
})
const happened = (note = ''): Omit<FiredAlert, 'number'> => ({
  alert: 'one',
  market: 'BTCUSD',
  at: 5,
  condition: { kind: 'spread', market: 'BTCUSD', basisPoints: '5' },
  values: [{ name: 'Spread bp', value: '6.25' }],
  note,
  seen: false,
  escalatedAt: null,
  evidence: null
})

describe('alerts.json', () => {
  it('restores alerts and fired alerts after a restart', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            id: fc.uuid(),
            note: fc.string({ maxLength: 200 }),
            pause: fc.option(fc.integer({ min: 1, max: 86_400 }))
          }),
          { maxLength: 5 }
        ),
        fc.array(fc.string({ maxLength: 30 }), { maxLength: 5 }),
        async (alerts, notes) => {
          await rm(file, { force: true })
          const first = await open()
          const all = alerts.map((each) => ({ ...stored(each.id), ...each }))
          await first.setAlerts('desk', all)
          for (const note of notes) first.addFired('desk', happened(note), all)
          await first.dispose()
          const second = await open()
          expect(second.notice).toBeNull()
          expect(second.alerts('desk')).toEqual(all)
          expect(second.fired('desk')).toEqual(first.fired('desk'))
          expect(second.fired('desk').map(({ note }) => note)).toEqual(notes.toReversed())
        }
      ),
      { numRuns: 25 }
    )
  })

  it('keeps the newest thousand with continuous numbers', async () => {
    const first = await open()
    for (let count = 0; count < maxFired + 5; count += 1) first.addFired('desk', happened(), [])
    expect(first.fired('desk')).toHaveLength(maxFired)
    expect(first.fired('desk')[0]?.number).toBe(maxFired + 4)
    expect(first.fired('desk').at(-1)?.number).toBe(5)
    await first.setFired('desk', [])
    await first.dispose()
    const second = await open()
    expect(second.addFired('desk', happened(), []).number).toBe(maxFired + 5)
    await second.dispose()
  })

  it('saves fired alerts within a second, in one write', async () => {
    const clock = new HandClock()
    const alerts = await open(clock)
    alerts.addFired('desk', happened('first'), [])
    alerts.addFired('desk', happened('second'), [])
    clock.advance(999)
    await expect(content()).rejects.toThrow('ENOENT')
    clock.advance(1)
    await expect.poll(content).toMatchObject({ version: 1, profiles: { desk: { count: 2 } } })
    expect(clock.waiting).toBe(0)
  })

  it('salvages a damaged file and keeps a copy', async () => {
    const good = stored('good')
    const damaged = {
      version: 1,
      profiles: {
        desk: {
          alerts: [good, { ...good, id: 'bad', condition: { kind: 'price', market: 'BTCUSD', price: '-1' } }],
          fired: [{ ...happened(), number: 41 }, { number: 'no' }]
        }
      }
    }
    await writeFile(file, JSON.stringify(damaged))
    const alerts = await open()
    expect(alerts.notice).toContain('2 entries could not be read')
    expect(alerts.alerts('desk')).toEqual([good])
    expect(alerts.addFired('desk', happened(), [good]).number).toBe(42)
    await alerts.dispose()
    const aside = (await readdir(folder)).find((name) => name.includes('damaged'))!
    expect(JSON.parse(await readFile(path.join(folder, aside), 'utf8'))).toEqual(damaged)
  })

  it('reads a newer file as far as possible and leaves it unchanged', async () => {
    const newer = JSON.stringify({
      version: 9,
      profiles: { desk: { alerts: [stored('one')], fired: [], count: 0 } }
    })
    await writeFile(file, newer)
    const alerts = await open()
    expect(alerts.notSaved).toContain('newer Leadline')
    expect(alerts.alerts('desk')).toHaveLength(1)
    await alerts.setAlerts('desk', [])
    await alerts.dispose()
    expect(await readFile(file, 'utf8')).toBe(newer)
  })

  it('reports if it is not writable', async () => {
    const alerts = await open()
    await rm(folder, { recursive: true })
    await writeFile(folder, '')
    await alerts.setAlerts('desk', [stored('one')])
    expect(alerts.notSaved).toContain('only until you quit')
  })

  it('removes a deleted connection', async () => {
    const alerts = await open()
    await alerts.setAlerts('desk', [stored('one')])
    await alerts.setAlerts('other', [stored('two')])
    await alerts.removeProfile('desk')
    expect(Object.keys((await content())['profiles'] as object)).toEqual(['other'])
  })
})

it('keeps a fired alert disarmed after a restart', async () => {
  const kept = await open()
  const bench = new AlertBench(kept).start('A')
  bench.snapshot('A', [['100', '1']], [['101', '1']])
  await bench.add({ kind: 'spread', market: 'A', basisPoints: '1' })
  await bench.alerts.dispose()
  const again = await open()
  expect(again.alerts('desk')).toMatchObject([{ armed: false, firedAt: bench.fired[0]!.at }])
  expect(again.fired('desk')).toEqual(bench.fired)
})
