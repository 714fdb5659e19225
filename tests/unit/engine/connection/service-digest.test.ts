import { expect, test } from 'vitest'
import { serviceDigest } from '#engine/connection/index'

const one = { environment: 'sandbox', restBase: 'https://one.example/v2', clientId: 'client' } as const

test('differs by environment, URL and client', () => {
  expect(serviceDigest({ ...one })).toBe(serviceDigest(one))
  const others = [
    one,
    { ...one, environment: 'production' as const },
    { ...one, restBase: 'https://two.example/v2' },
    { ...one, clientId: 'another' },
    // Field boundaries matter.
    { ...one, restBase: 'https://one.example/v2c', clientId: 'lient' }
  ]
  expect(new Set(others.map(serviceDigest)).size).toBe(others.length)
  expect(serviceDigest(one)).toMatch(/^[0-9a-f]{12}$/)
})
