import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Conversions, openConversionFile, type ConversionChange } from '#engine/records/conversions/index'
import { BackOff } from '#engine/base/http/index'
import { createRest, type CallOptions } from '#engine/connection/rest/index'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import { openRestHarness, type RestHarness } from './rest/desk'
import { freshFolder } from './support/folder'

let desk: RestHarness
let file: string
let noticed: ConversionChange[]
let conversions: Conversions
let ids: readonly string[]
/** Long-lived, because a slow machine advances the service too. */
let settling: string
let cancelled: string
let asked: string[]
/** Drops connections. */
let gone = false

beforeEach(async () => {
  desk = await openRestHarness()
  ids = desk.sandbox.description.conversion_ids
  settling = ids[20]!
  cancelled = ids[21]!
  file = path.join(await freshFolder(), 'conversions.json')
  noticed = []
  asked = []
  gone = false
  conversions = await begin()
})
afterEach(async () => {
  await conversions.dispose()
  await desk.close()
})

async function begin(): Promise<Conversions> {
  const { clock, tokens, sandbox } = desk
  const backOff = new BackOff(clock, Math.random)
  const rest = createRest({
    clock,
    random: Math.random,
    fetch(address, init) {
      asked.push(address)
      if (gone) return Promise.reject(new TypeError('fetch failed'))
      return fetch(address, init)
    },
    restBase: sandbox.description.base_url,
    tokens,
    backOff,
    keepOutOfLogs: () => undefined
  })
  const begun = new Conversions({
    clock,
    random: Math.random,
    serviceNow: () => null,
    file: await openConversionFile({ file, clock }),
    markets: () => sandbox.description.markets,
    quotes: async () => ({ recorded: false, sentence: 'Not recorded.', standing: 'lasting' }),
    changed: () => undefined,
    noticed: (change) => noticed.push(change)
  })
  const service = {
    read: (id: string, options?: CallOptions) => rest.conversions.read(id, options),
    held: () => backOff.remaining
  }
  begun.use('desk', service, null)
  return begun
}

const on = (name: ScenarioName) => desk.sandbox.scenarios.switchOn(name)
const off = (name: ScenarioName) => desk.sandbox.scenarios.switchOff(name)
async function end(id: string, status: 'SETTLED' | 'CANCELLED'): Promise<void> {
  const { control_url, control_key } = desk.sandbox.description
  const answer = await fetch(`${control_url}/conversions/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${control_key}` },
    body: JSON.stringify({ status })
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}
const lookUp = (text: string, watch = false) => desk.drive(conversions.lookUp(text, watch))
const asksOf = (id: string) => asked.filter((each) => each.endsWith(id)).length
const row = (id: string) => conversions.state.rows.find((each) => each.id === id)!

test('looks up all conversions of a pasted text, including an unknown one', async () => {
  const absent = '00000000-0000-4000-8000-000000000000'
  const text = `Ids: ${ids.join(';\n')}\nand ${absent.toUpperCase()} too`
  const { results, left } = await lookUp(text)
  expect(left).toBe(0)
  expect(results.map(({ id }) => id)).toEqual([...ids, absent])
  expect(results.filter(({ ok }) => ok)).toHaveLength(ids.length)
  expect(results.at(-1)).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('no conversion with this ID') as string
  })
  expect(conversions.state.count).toBe(ids.length)
  for (const id of ids) {
    const { fields, metadata, row: shown } = await conversions.open(id)
    const { more: _more, ...direct } = await desk.rest.conversions.read(id)
    const value = (name: string) => fields.find((field) => field.name === name)?.value ?? null
    expect([value('amount'), value('ref_id'), value('created_at'), value('settled_at')]).toEqual([
      direct.amount,
      direct.refId,
      direct.createdAt!.text,
      direct.settledAt?.text ?? null
    ])
    expect(Object.fromEntries(metadata.map((each) => [each.name, each.value]))).toEqual(direct.metadata ?? {})
    expect(shown.underway).toBe(direct.settledAt === null && direct.cancelledAt === null)
  }
})

test('watches to the end through a restart, and reports it once', async () => {
  const both = [settling, cancelled]
  await lookUp(both.join(' '), true)
  await desk.pass(8000)
  await conversions.dispose()
  conversions = await begin()
  expect(conversions.state).toMatchObject({ watched: 2, count: 2 })
  desk.service.jump(620_000)
  await end(settling, 'SETTLED')
  await end(cancelled, 'CANCELLED')
  await desk.pass(60_000)
  expect(row(settling)).toMatchObject({ status: 'SETTLED', end: 'settled', watching: false })
  expect(row(cancelled)).toMatchObject({ status: 'CANCELLED', end: 'cancelled', watching: false })
  const received = noticed.map((change) => [change.row.id, change.statusBefore, change.row.status])
  expect(received.sort()).toEqual(
    [
      [settling, 'CREATED', 'SETTLED'],
      [cancelled, 'CREATED', 'CANCELLED']
    ].sort()
  )
  const { timeline, took, seen } = await conversions.open(settling)
  expect(timeline.map(({ kind }) => kind)).toEqual(['created', 'settled'])
  expect(took).toMatch(/min/)
  expect(seen.map(({ status }) => status)).toEqual(['CREATED', 'SETTLED'])
  const asked = both.map(asksOf)
  // The lookup, after 5 s, and after the restart.
  expect(Math.max(...asked)).toBeLessThanOrEqual(4)
  await desk.pass(60_000)
  expect(both.map(asksOf)).toEqual(asked)
})

describe('faults', () => {
  test.each<ScenarioName>([
    'rest-500',
    'rest-html',
    'rest-truncated',
    'rest-slow',
    'rest-429',
    'wrong-content-type',
    'token-revoked',
    'token-down',
    'token-slow',
    'token-429'
  ])('keeps watching through %s', async (name) => {
    const id = settling
    await lookUp(id, true)
    if (name.startsWith('token-') && name !== 'token-revoked')
      desk.tokens.drop(await desk.tokens.valid(new AbortController().signal))
    on(name)
    await desk.pass(12_000)
    expect(row(id).watching).toBe(true)
    off(name)
    await end(settling, 'SETTLED')
    await desk.pass(60_000)
    expect(row(id)).toMatchObject({ end: 'settled', watching: false, trouble: null })
    expect(noticed).toHaveLength(1)
  })

  test('honors the service’s back-off, and slows down when it is gone', async () => {
    const id = settling
    await lookUp(id, true)
    await desk.pass(1000)
    const before = asksOf(id)
    on('rest-429')
    await desk.pass(60_000)
    off('rest-429')
    const polite = asksOf(id) - before
    expect(polite).toBeGreaterThan(0)
    // After 5, 10, 20 and 40 s, with retries.
    expect(polite).toBeLessThanOrEqual(12)
    gone = true
    await desk.pass(120_000)
    expect(row(id)).toMatchObject({ watching: true, trouble: expect.stringMatching(/\w/) as string })
    const vain = asksOf(id) - before - polite
    expect(vain).toBeGreaterThan(0)
    expect(vain).toBeLessThanOrEqual(12)
    gone = false
    await end(settling, 'SETTLED')
    await desk.pass(320_000)
    expect(row(id)).toMatchObject({ end: 'settled', watching: false, trouble: null })
    expect(noticed).toHaveLength(1)
  })

  test.each<[ScenarioName, string]>([
    ['rest-500', 'returned an error'],
    ['rest-html', 'returned an error'],
    ['rest-truncated', 'closed the connection'],
    ['rest-429', 'fewer requests']
  ])('explains a lookup that failed because of %s, per ID', async (name, reason) => {
    on(name)
    const wanted = ids.slice(0, 6)
    const { results } = await lookUp(wanted.join())
    expect(results.map(({ id }) => id)).toEqual(wanted)
    for (const each of results)
      expect(each).toMatchObject({ ok: false, sentence: expect.stringContaining(reason) as string })
    off(name)
    const again = await lookUp(wanted.join())
    expect(again.results.every(({ ok }) => ok)).toBe(true)
  })
})

test('explains a missing scope and stops requesting', async () => {
  await conversions.dispose()
  await desk.close()
  desk = await openRestHarness({ scopes: ['rewards:read_statements'] })
  ids = desk.sandbox.description.conversion_ids
  conversions = await begin()
  const { results } = await lookUp(ids.join(' '), true)
  for (const each of results)
    expect(each).toMatchObject({ ok: false, sentence: expect.stringContaining('scope') as string })
  expect(asked.filter((each) => each.includes('stablecoins')).length).toBeLessThanOrEqual(8)
  expect(conversions.state).toMatchObject({ count: 0, watched: 0 })
})
