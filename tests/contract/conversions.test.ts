import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decimal, get, local, openTarget, rfc3339, tokenFor, type Fields, type Target } from './target'

let target: Target
let token: string
const all: Fields[] = []
beforeAll(async () => {
  target = await openTarget()
  token = await tokenFor(target, 'conversion:read_conversion_stablecoin')
  for (const id of target.conversionIds) {
    const { status, body } = await get(target, `/conversion/stablecoins/${id}`, token)
    expect(status).toBe(200)
    expect(body['id']).toBe(id)
    all.push(body)
  }
})
afterAll(() => target.close())

/** Required fields are not documented, so only existing ones are checked. */
const always = (row: Fields, name: string) => local || name in row

describe('sections 2.3, 3 and 4.3: one conversion', () => {
  test('formats every field as documented, at the top level', () => {
    for (const conversion of all) {
      for (const name of ['profile_id', 'source_asset', 'target_asset', 'status']) {
        if (always(conversion, name)) expect(typeof conversion[name]).toBe('string')
      }
      if (always(conversion, 'amount')) expect(conversion['amount']).toMatch(decimal)
      for (const name of ['created_at', 'updated_at']) {
        if (always(conversion, name)) expect(conversion[name]).toMatch(rfc3339)
      }
      for (const name of ['settled_at', 'cancelled_at']) {
        if (name in conversion) expect(conversion[name]).toMatch(rfc3339)
      }
    }
  })

  test.runIf(local)('returns end times that match the status', () => {
    for (const conversion of all) {
      expect('settled_at' in conversion).toBe(conversion['status'] === 'SETTLED')
      expect('cancelled_at' in conversion).toBe(conversion['status'] === 'CANCELLED')
    }
  })

  test.runIf(local)('includes each optional field in some sandbox records', () => {
    const optional = [
      'ref_id',
      'identity_id',
      'account_id',
      'metadata',
      'recipient_profile_id',
      'settled_at',
      'cancelled_at'
    ]
    for (const name of optional) {
      expect(
        all.some((conversion) => name in conversion),
        name
      ).toBe(true)
      expect(
        all.some((conversion) => !(name in conversion)),
        name
      ).toBe(true)
    }
    expect(new Set(all.map(({ status }) => status)).size).toBe(3)
  })

  test('refuses an unknown ID', async () => {
    const { status } = await get(
      target,
      '/conversion/stablecoins/00000000-0000-4000-8000-000000000000',
      token
    )
    expect(target.local ? [404] : [400, 403, 404]).toContain(status)
  })
})
