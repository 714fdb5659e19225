import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decimal, get, openTarget, rfc3339, tokenFor, type Fields, type Target } from './target'

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

describe('sections 2.3, 3 and 4.3: one conversion', () => {
  test('every field has its form, at the top of the answer', () => {
    for (const conversion of all) {
      for (const name of ['profile_id', 'source_asset', 'target_asset', 'status']) {
        expect(typeof conversion[name]).toBe('string')
      }
      expect(conversion['amount']).toMatch(decimal)
      for (const name of ['created_at', 'updated_at']) expect(conversion[name]).toMatch(rfc3339)
      for (const name of ['settled_at', 'cancelled_at']) {
        if (name in conversion) expect(conversion[name]).toMatch(rfc3339)
      }
    }
  })

  test('the times of the end agree with the status', () => {
    for (const conversion of all) {
      expect('settled_at' in conversion).toBe(conversion['status'] === 'SETTLED')
      expect('cancelled_at' in conversion).toBe(conversion['status'] === 'CANCELLED')
    }
  })

  test('in the sandbox every optional field is present in some and absent in others', () => {
    const optional = [
      'ref_id',
      'identity_id',
      'account_id',
      'metadata',
      'recipient_profile_id',
      'settled_at',
      'cancelled_at'
    ]
    for (const name of target.local ? optional : []) {
      expect(
        all.some((conversion) => name in conversion),
        name
      ).toBe(true)
      expect(
        all.some((conversion) => !(name in conversion)),
        name
      ).toBe(true)
    }
    expect(target.local ? new Set(all.map(({ status }) => status)).size : 3).toBe(3)
  })

  test('an unknown id is 404', async () => {
    const { status } = await get(
      target,
      '/conversion/stablecoins/00000000-0000-4000-8000-000000000000',
      token
    )
    expect(status).toBe(404)
  })
})
