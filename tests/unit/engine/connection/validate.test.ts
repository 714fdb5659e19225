import { expect, test } from 'vitest'
import { canWrite, judgeScopes, scopeSentence, scopesFor } from '#engine/connection/scopes'
import { validateDraft } from '#engine/connection/validate'
import { featureScopes, type ProfileDraft } from '#shared/contract/connection/connections'

const none = { markets: false, addresses: false, conversions: false, statements: false }
const all = { markets: true, addresses: true, conversions: true, statements: true }
const good: ProfileDraft = {
  name: 'Desk',
  environment: 'production',
  restBase: 'https://api.example.com/v2',
  tokenHost: 'https://auth.example.com',
  streamAddress: 'wss://ws.example.com',
  clientId: 'desk',
  features: all
}

test('keeps a valid draft', () => {
  expect(validateDraft(good, ['Other'])).toEqual({ valid: true, draft: good })
})

test('reports every empty field', () => {
  const empty: ProfileDraft = {
    name: ' ',
    environment: 'production',
    restBase: '',
    tokenHost: '',
    streamAddress: '',
    clientId: '',
    features: none
  }
  const judged = validateDraft(empty, [])
  const fields = judged.valid ? {} : judged.fields
  expect(Object.keys(fields).sort()).toEqual([
    'clientId',
    'features',
    'name',
    'restBase',
    'streamAddress',
    'tokenHost'
  ])
  expect(new Set(Object.values(fields)).size).toBe(6)
})

test.each(['desk', ' DESK ', 'Ｄesk'])('refuses the name "%s" because of "Desk"', (name) => {
  const judged = validateDraft({ ...good, name }, ['Desk'])
  expect(!judged.valid && judged.fields.name).toContain('already')
})

test('allows "local" only for loopback', () => {
  const judged = validateDraft({ ...good, environment: 'local', tokenHost: 'http://127.0.0.1:1' }, [])
  expect(judged.valid ? [] : Object.keys(judged.fields)).toEqual(['restBase', 'streamAddress'])
})

test('requests no write scope for any features', () => {
  expect(scopesFor(all)).toEqual(Object.values(featureScopes))
  expect(scopesFor(all).some(canWrite)).toBe(false)
  expect(scopesFor({ ...none, statements: true })).toEqual([featureScopes.statements])
  expect(scopesFor(none)).toEqual([])
})

test.each([
  'exchange:write_order',
  'transfer:update_crypto_deposit',
  'transfer:reject_crypto_deposit',
  'fee:write_crypto_withdrawal_fee'
])('%s can write', (scope) => expect(canWrite(scope)).toBe(true))

test('compares granted and requested scopes', () => {
  const judged = judgeScopes(['a:read_x', 'a:read_y'], ['a:read_x', 'b:read_z', 'b:write_z'])
  expect(judged).toEqual({
    missing: ['a:read_y'],
    excessive: ['b:read_z', 'b:write_z'],
    writing: ['b:write_z']
  })
  const sentence = scopeSentence(judged)
  expect(sentence).toContain('did not grant a:read_y')
  expect(sentence).toContain('more than read access: b:write_z')
  expect(sentence).toContain('not requested: b:read_z')
  expect(scopeSentence(judgeScopes(['a'], ['a']))).toBeNull()
})
