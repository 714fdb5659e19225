import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isUnderway } from '#shared/wire/conversion-decoder'
import { openRestHarness, type RestHarness } from './desk'

let desk: RestHarness
beforeEach(async () => {
  desk = await openRestHarness()
})
afterEach(() => desk.close())

test('returns a statement with working URLs that are in no log', async () => {
  for (const id of desk.sandbox.description.statement_ids.slice(0, 12)) {
    const statement = await desk.rest.statements.read(id.toUpperCase())
    expect(statement).toMatchObject({
      id,
      type: 'STATEMENT_TYPE_MONTHLY_REWARDS',
      totalAccrued: expect.stringMatching(/^\d+\.\d{6}$/) as string,
      averageDailyBalance: expect.stringMatching(/^\d+\.\d{6}$/) as string,
      more: {}
    })
    expect(statement.periodStart!.at).toBeLessThan(statement.periodEnd!.at!)
    expect(statement.status).toBe(
      statement.files.length > 0 ? 'STATEMENT_STATUS_COMPLETED' : 'STATEMENT_STATUS_PENDING'
    )
    for (const file of statement.files) {
      const address = file.address!.reveal()
      expect(desk.hidden).toContain(address)
      const shown = [statement, structuredClone(file)].map((one) => inspect(one, { depth: 9 }))
      shown.push(String(file.address), JSON.stringify(file.address))
      expect(shown.join()).not.toContain(address)
      const text = await (await fetch(address)).text()
      expect(text.slice(0, 4)).toBe(file.format === 'STATEMENT_FORMAT_PDF' ? '%PDF' : 'date')
    }
  }
})

test('returns a conversion from start to end', async () => {
  const [id] = desk.sandbox.description.conversion_ids as [string]
  const first = await desk.rest.conversions.read(id)
  expect(first).toMatchObject({ id, status: 'CREATED', settledAt: null, cancelledAt: null, more: {} })
  expect(isUnderway(first)).toBe(true)
  desk.service.jump(60_000)
  const last = await desk.rest.conversions.read(id)
  expect(last).toMatchObject({ id, status: 'SETTLED', amount: first.amount })
  expect(last.settledAt!.at).toBeGreaterThan(last.createdAt!.at!)
  expect(isUnderway(last)).toBe(false)
})

test('returns all conversions, including cancelled ones and metadata', async () => {
  desk.service.jump(50_000_000)
  const ids = desk.sandbox.description.conversion_ids
  const found = await Promise.all(ids.map((id) => desk.rest.conversions.read(id)))
  expect(found.map(({ id }) => id)).toEqual(ids)
  expect(found.some(({ cancelledAt }) => cancelledAt !== null)).toBe(true)
  expect(found.some(({ metadata }) => metadata !== null)).toBe(true)
  expect(desk.tokenRequests()).toBe(1)
})

test('refuses an unknown ID and an invalid one', async () => {
  const absent = '00000000-0000-4000-8000-000000000000'
  await expect(desk.rest.statements.read(absent)).rejects.toMatchObject({
    problem: {
      code: 'rest.not-found',
      sentence: expect.stringContaining('no statement with this ID') as string
    }
  })
  await expect(desk.rest.conversions.read(absent)).rejects.toMatchObject({
    problem: { sentence: expect.stringContaining('no conversion with this ID') as string }
  })
  const before = desk.asked.length
  for (const odd of ['', '../../oauth2/token', `${absent}/..`, `${absent}?x=1`, 'x'.repeat(5000)]) {
    await expect(desk.rest.statements.read(odd)).rejects.toThrow('rest.id')
    await expect(desk.rest.conversions.read(odd)).rejects.toThrow('rest.id')
  }
  expect(desk.asked).toHaveLength(before)
})
