import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeToken } from '#shared/wire/token'

test('limits any lifetime to a valid date', () => {
  const life = fc.oneof(fc.constant(1e300), fc.integer({ min: 1 }), fc.constantFrom('999999999', '60'))
  fc.assert(
    fc.property(life, (expires_in) => {
      const { expiresInSeconds } = decodeToken({ access_token: 'abc', expires_in }, [])
      expect(expiresInSeconds).toBeGreaterThanOrEqual(1)
      expect(Number.isNaN(new Date(Date.now() + expiresInSeconds * 1000).getTime())).toBe(false)
    })
  )
})
