import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLoopback, judgeAddress, type AddressField } from '#engine/connection/addresses'

const accepted = (field: AddressField, typed: string) => {
  const judged = judgeAddress(field, typed)
  return 'address' in judged ? judged.address : null
}

test.each([
  ['restBase', ' https://api.example.com/v2/ ', 'https://api.example.com/v2'],
  ['restBase', 'HTTPS://API.example.com:443/x/v2', 'https://api.example.com/x/v2'],
  ['restBase', 'http://127.0.0.1:8080/v2', 'http://127.0.0.1:8080/v2'],
  ['restBase', 'http://[::1]:8080/v2', 'http://[::1]:8080/v2'],
  ['tokenHost', 'http://localhost:99', 'http://localhost:99'],
  ['tokenHost', 'https://auth.example.com/', 'https://auth.example.com'],
  ['streamAddress', 'wss://ws.example.com/a/b', 'wss://ws.example.com/a/b'],
  ['streamAddress', 'ws://127.9.9.9:1', 'ws://127.9.9.9:1']
] as const)('%s accepts %s', (field, typed, kept) => expect(accepted(field, typed)).toBe(kept))

test.each([
  ['restBase', '', 'missing'],
  ['restBase', 'api.example.com/v2', 'not a valid URL'],
  ['restBase', 'https:///v2', 'not a valid URL'],
  ['restBase', 'https://exa mple.com/v2', 'not a valid URL'],
  ['restBase', 'https://example.com:99999/v2', 'not a valid URL'],
  ['restBase', 'https://example.com\\@evil.example/v2', 'not a valid URL'],
  ['restBase', 'http://api.example.com/v2', 'without encryption'],
  ['restBase', 'http://127.0.0.1.example.com/v2', 'without encryption'],
  ['restBase', 'http://localhost.example.com/v2', 'without encryption'],
  ['restBase', 'http://0.0.0.0/v2', 'without encryption'],
  ['restBase', 'http://[::ffff:127.0.0.1]/v2', 'without encryption'],
  ['restBase', 'wss://api.example.com/v2', 'must begin with https://'],
  ['restBase', 'file:///v2', 'not a valid URL'],
  ['restBase', 'https://me:word@api.example.com/v2', 'name or password'],
  ['restBase', 'https://api.example.com/v2?a=b', 'after ?'],
  ['restBase', 'https://api.example.com/v2?', 'after ?'],
  ['restBase', 'https://api.example.com/v2#part', 'after #'],
  ['restBase', 'https://api.example.com/v1', '/v2'],
  ['tokenHost', 'https://auth.example.com/oauth2/token', 'without /oauth2/token'],
  ['streamAddress', 'https://ws.example.com', 'must begin with wss://'],
  ['streamAddress', 'ws://ws.example.com', 'without encryption']
] as const)('%s refuses "%s"', (field, typed, words) => {
  const judged = judgeAddress(field, typed)
  expect('sentence' in judged && judged.sentence).toContain(words)
})

describe('properties', () => {
  const fields = fc.constantFrom<AddressField>('restBase', 'tokenHost', 'streamAddress')

  test('refuses any input with a sentence or normalizes it idempotently', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc
        .tuple(fc.constantFrom('http', 'https', 'ws', 'wss', 'ftp'), fc.string())
        .map(([a, b]) => `${a}://${b}`)
    )
    fc.assert(
      fc.property(fields, typed, (field, text) => {
        const judged = judgeAddress(field, text)
        if ('sentence' in judged) return judged.sentence.endsWith('.')
        const url = new URL(judged.address)
        expect(['https:', 'wss:'].includes(url.protocol) || isLoopback(url.hostname)).toBe(true)
        expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', ''])
        expect(accepted(field, judged.address)).toBe(judged.address)
        return true
      }),
      { numRuns: 2000 }
    )
  })

  test('treats only IPv4 addresses starting with 127 as loopback', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isLoopback(new URL(`http://${address}`).hostname)).toBe(address.startsWith('127.'))
      })
    )
  })
})
