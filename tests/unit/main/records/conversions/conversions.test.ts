import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { UnsavedFiles } from '#main/base/unsaved-files'
import { setUpConversions, type ConversionsFeature, type RestInUse } from '#main/records/conversions/index'
import { wordsOf } from '#main/records/conversions/words'
import {
  conversionsCalls,
  type ConversionRow,
  type ConversionsState
} from '#shared/contract/records/conversions'
import { fail } from '#shared/domain/base/problem'
import type { Raw } from '#shared/wire/record-reader'
import { decodeConversion, type Conversion } from '#shared/wire/conversion-decoder'
import { idOf, message, settled } from '../../../engine/records/conversions/desk'
import { HandClock } from '../../../engine/hand-clock'

const from = { windowId: 'one' }
const features = { markets: true, addresses: true, conversions: true, statements: true }

let folder: string
let clock: HandClock
let desk: ConversionsFeature
let pushed: ConversionsState[]
let notified: { title: string; body: string; clicked: () => void }[]
let shown: string[]
let notices: string[]
let warnings: string[]
let saved: { csv: string; windowId: string }[]
let answer: Raw
let notifying: () => Promise<void>
let serviceTime: number | null
let read: ((id: string) => Conversion) | null

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-conversions-'))
  clock = new HandClock()
  pushed = []
  notified = []
  shown = []
  notices = []
  warnings = []
  saved = []
  answer = message(1)
  read = null
  serviceTime = null
  notifying = async () => {}
  desk = await setUp()
})
afterEach(async () => {
  await desk.dispose()
  await rm(folder, { recursive: true, force: true })
})

const setUp = () =>
  setUpConversions({
    file: path.join(folder, 'conversions.json'),
    clock,
    random: () => 0,
    serviceNow: () => serviceTime,
    quotes: { at: async () => ({ recorded: false, sentence: 'Not recorded.', standing: 'lasting' }) },
    markets: () => ['USDGUSD'],
    readClipboard: () => `Look: ${idOf(7).toUpperCase()}, ${idOf(8)}`,
    changed: (state) => void pushed.push(state),
    notify(words) {
      notified.push(words)
      return notifying()
    },
    show: (id) => shown.push(id),
    async saveCsv(csv, windowId) {
      saved.push({ csv, windowId })
      return { path: '/home/me/conversions.csv' }
    },
    unsaved: new UnsavedFiles(),
    startNotice: (sentence) => notices.push(sentence),
    log: { warn: (text) => void warnings.push(text) }
  })

const service = { environment: 'sandbox', restBase: 'https://one.example/v2', clientId: 'client' } as const

const rest = (profileId = 'desk', more: { readonly restBase?: string } = {}): RestInUse => ({
  profile: { id: profileId, ...service, ...more },
  rest: { conversions: { read: async (id) => (read ? read(id) : decodeConversion(answer)) } },
  backOff: { remaining: 0 }
})

interface Connecting {
  readonly conversions?: boolean
  readonly profileId?: string | null
  readonly restBase?: string
}

function connect(more: Connecting = {}) {
  const { conversions = true, profileId = 'desk', restBase = service.restBase } = more
  desk.connectionChanged({
    profiles: [{ id: 'desk', name: 'Desk', features: { ...features, conversions }, ...service, restBase }],
    status: { profileId, phase: profileId === null ? 'idle' : 'connected', sentence: 'Sentence.' }
  })
  desk.use(profileId === null ? null : rest(profileId, { restBase }))
}

const lookUp = (watch = true) => desk.handlers.lookUp({ text: idOf(1), watch }, from)

it('explains why lookups are unavailable', async () => {
  expect(desk.state().absent).toBe('Not connected.')
  connect({ conversions: false })
  expect(desk.state().absent).toContain('turned off in the connection Desk')
  await expect(lookUp()).rejects.toThrow('conversions.absent')
  connect({ profileId: null })
  expect(desk.state().absent).toBe('Sentence.')
  connect()
  expect(desk.state().absent).toBeNull()
  desk.use(rest('other'))
  expect(desk.state().absent).toBe('The connection is being set up.')
})

it('throttles pushes, including the last change', async () => {
  connect()
  clock.advance(1000)
  pushed.length = 0
  await lookUp()
  for (let count = 0; count < 20; count += 1)
    await desk.handlers.note({ id: idOf(1), note: `${count}` }, from)
  expect(pushed.length).toBeLessThanOrEqual(1)
  clock.advance(200)
  expect(pushed.length).toBeLessThanOrEqual(3)
  expect(pushed.at(-1)).toMatchObject({ count: 1, rows: [{ note: '19' }] })
  expect(pushed.at(-1)).toEqual(desk.state())
})

it('notifies of a watched conversion and opens it on click', async () => {
  connect()
  await lookUp()
  answer = message(1, settled)
  clock.advance(5000)
  await expect.poll(() => notified).toHaveLength(1)
  expect(notified[0]).toMatchObject({
    title: 'Conversion settled',
    body: `1000000.10 USDG to USD\n${idOf(1)}`
  })
  notified[0]!.clicked()
  expect(shown).toEqual([idOf(1)])
  await lookUp()
  expect(notified).toHaveLength(1)
})

it('logs a failed notification', async () => {
  notifying = () => Promise.reject(new Error('no desktop'))
  connect()
  await lookUp()
  answer = message(1, { status: 'PENDING' })
  clock.advance(5000)
  await expect.poll(() => warnings).toHaveLength(1)
  expect(notified[0]!.title).toBe('Conversion: PENDING')
})

it('shows no needless notifications and shortens long ones', async () => {
  connect()
  await lookUp()
  const row = desk.state().rows[0]!
  const change = (more: Partial<ConversionRow>) =>
    wordsOf({ statusBefore: 'CREATED', row: { ...row, ...more }, failure: null, overdue: null })
  expect(change({})).toBeNull()
  expect(change({ status: 'X'.repeat(5000) })!.title.length).toBeLessThan(320)
  const over = change({ note: 'n'.repeat(5000), end: 'cancelled', underway: false })
  expect(over).toMatchObject({ title: 'Conversion cancelled' })
  expect(over!.body.length).toBeLessThan(320)
})

it('merges failed watches into one notification', async () => {
  connect()
  read = (id) => decodeConversion(message(Number(id.slice(-12))))
  await desk.handlers.lookUp({ text: [1, 2, 3].map(idOf).join(' '), watch: true }, from)
  read = () => {
    throw fail('rest.scope', 'The scope is missing.')
  }
  clock.advance(5000)
  await expect.poll(() => desk.state().watched).toBe(0)
  clock.advance(3000)
  expect(notified).toMatchObject([
    { title: '3 conversions no longer watched', body: 'The scope is missing.' }
  ])
})

it('keeps a separate history per service of a connection', async () => {
  connect()
  await lookUp()
  const { history } = desk.state()
  connect({ profileId: null, restBase: 'https://two.example/v2' })
  expect(desk.state()).toMatchObject({ profileId: 'desk', count: 0 })
  connect({ restBase: 'https://two.example/v2' })
  expect(desk.state()).toMatchObject({ profileId: 'desk', count: 0, watched: 0, absent: null })
  expect(desk.state().history).not.toBe(history)
  connect()
  expect(desk.state()).toMatchObject({ history, count: 1, watched: 1 })
})

it('finds the IDs on the clipboard', async () => {
  expect(await desk.handlers.clipboard(undefined, from)).toEqual({ ids: [idOf(7), idOf(8)], left: 0 })
})

it('looks up, pages, watches and removes through the contract', async () => {
  connect()
  await lookUp(false)
  expect(await desk.handlers.open({ id: idOf(1) }, from)).toMatchObject({
    market: { name: 'USDGUSD' },
    quotes: { created: { recorded: false, sentence: 'Not recorded.' }, settled: null }
  })
  expect(await desk.handlers.watch({ ids: [idOf(1)], watching: true }, from)).toMatchObject({ watched: 1 })
  expect(await desk.handlers.page({ search: 'usdg', from: 0, max: 5 }, from)).toMatchObject({ count: 1 })
  expect((await desk.handlers.refresh({ ids: [idOf(1)] }, from)).results).toMatchObject([{ ok: true }])
  expect(await desk.handlers.stop(undefined, from)).toBeNull()
  expect(await desk.handlers.exportCsv({ search: 'usdg', watched: false }, from)).toEqual({
    path: '/home/me/conversions.csv'
  })
  expect(saved).toMatchObject([
    { windowId: 'one', csv: expect.stringContaining(`\r\n${idOf(1)},`) as string }
  ])
  answer = message(2)
  await desk.handlers.lookUp({ text: idOf(2), watch: false }, from)
  await desk.handlers.watch({ ids: [idOf(2)], watching: false }, from)
  for (const watched of [false, true]) await desk.handlers.exportCsv({ search: '', watched }, from)
  const idsIn = ({ csv }: { csv: string }) => csv.match(/^[0-9a-f-]{36}(?=,)/gm)
  expect(saved.slice(1).map(idsIn)).toEqual([[idOf(2), idOf(1)], [idOf(1)]])
  expect(await desk.handlers.remove({ ids: [idOf(1), idOf(2)] }, from)).toMatchObject({ count: 0 })
})

it('removes the history with its connection', async () => {
  connect()
  await lookUp()
  desk.connectionChanged({ profiles: [], status: { profileId: null, phase: 'idle', sentence: 'Gone.' } })
  await expect.poll(() => desk.state().count).toBe(0)
  await desk.dispose()
  expect(await readFile(path.join(folder, 'conversions.json'), 'utf8')).not.toContain(idOf(1))
})

it('reports damage at startup', async () => {
  await desk.dispose()
  await writeFile(path.join(folder, 'conversions.json'), 'no JSON')
  desk = await setUp()
  expect(notices).toEqual([expect.stringContaining('conversions file was damaged')])
})

it('accepts upper case IDs and nothing invalid', () => {
  const { payload } = conversionsCalls.open
  expect(v.parse(payload, { id: idOf(1).toUpperCase() })).toEqual({ id: idOf(1) })
  for (const odd of ['', '../x', `${idOf(1)}/x`, 7]) expect(v.is(payload, { id: odd })).toBe(false)
})

it('says how long a late conversion has been underway, and what is usual', async () => {
  connect()
  const durations = Array.from({ length: 20 }, (_none, index) => index + 2)
  read = (id) => decodeConversion(message(Number(id.slice(-12)), settled))
  await desk.handlers.lookUp({ text: durations.map(idOf).join(' '), watch: false }, from)
  read = null
  serviceTime = Date.parse('2026-10-05T12:01:00Z')
  await lookUp()
  serviceTime = Date.parse('2026-10-05T12:07:30Z')
  clock.advance(5000)
  await expect.poll(() => notified).toHaveLength(1)
  expect(notified[0]).toMatchObject({
    title: 'Conversion is taking longer than usual',
    body: `1000000.10 USDG to USD\nUnderway for 7 min. Usual: up to 2 min 3.25 s (95% of 20 settled).\n${idOf(1)}`
  })
})
