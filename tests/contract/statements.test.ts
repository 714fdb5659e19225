import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decimal, get, local, openTarget, rfc3339, tokenFor, type Fields, type Target } from './target'

let target: Target
let token: string
beforeAll(async () => {
  target = await openTarget()
  token = await tokenFor(target, 'rewards:read_statements')
})
afterAll(() => target.close())

const read = async (id: string) => {
  const { status, body } = await get(target, `/rewards/statements/${id}`, token)
  expect(status).toBe(200)
  // Fields may be added at any time.
  expect(Object.keys(body)).toEqual(target.local ? ['statement'] : expect.arrayContaining(['statement']))
  return body['statement'] as Fields
}
const filesOf = (statement: Fields) => (statement['files'] ?? []) as Fields[]
/** The documentation does not state required fields, so only the fields returned are checked. */
const always = (row: Fields, name: string) => local || name in row

describe('sections 2.2 and 4.2: one rewards statement', () => {
  test('formats every field as documented, with download URLs once completed', async () => {
    for (const id of target.statementIds.slice(0, 12)) {
      const statement = await read(id)
      expect(statement['id']).toBe(id)
      for (const name of ['period_start', 'period_end', 'created_at']) {
        if (always(statement, name)) expect(statement[name]).toMatch(rfc3339)
      }
      for (const name of ['total_accrued', 'avg_daily_balance']) {
        if (always(statement, name)) expect(statement[name]).toMatch(decimal)
      }
      for (const name of ['asset_type', 'status', 'type']) {
        if (always(statement, name)) expect(typeof statement[name]).toBe('string')
      }
      if (statement['status'] !== 'STATEMENT_STATUS_COMPLETED') continue
      expect(filesOf(statement).length).toBeGreaterThan(0)
      for (const file of filesOf(statement)) {
        if (target.local) expect(file['format']).toMatch(/^STATEMENT_FORMAT_(PDF|CSV)$/)
        expect(file['generated_at']).toMatch(rfc3339)
        expect(String(file['download_url'])).toMatch(/^https?:/)
      }
    }
  })

  test('serves the files without a token, in their stated format', async () => {
    const [id] = target.statementIds
    if (id === undefined) return expect(target.local).toBe(false)
    for (const file of filesOf(await read(id))) {
      const response = await fetch(String(file['download_url']))
      expect(response.status).toBe(200)
      const start = Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString('latin1')
      if (file['format'] === 'STATEMENT_FORMAT_PDF') expect(start).toBe('%PDF-')
      else if (target.local) expect(start).toBe('date,')
    }
  })

  test('refuses an unknown ID', async () => {
    const { status } = await get(target, '/rewards/statements/00000000-0000-4000-8000-000000000000', token)
    expect(target.local ? [404] : [400, 403, 404]).toContain(status)
  })

  test.runIf(local)('issues a revision as a new statement of the same asset, period and type', async () => {
    const byPeriod = new Map<string, Set<unknown>>()
    for (const id of target.statementIds) {
      const { asset_type, period_start, type } = await read(id)
      const key = [asset_type, period_start, type].join(' ')
      byPeriod.set(key, (byPeriod.get(key) ?? new Set()).add(id))
    }
    expect(byPeriod.size).toBe(36 * 4)
    expect([...byPeriod.values()].some((ids) => ids.size === 2)).toBe(true)
  })
})
