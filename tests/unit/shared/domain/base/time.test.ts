import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTime, formatTimeShortest, parseTime } from '#shared/domain/base/time'

const nanoseconds = fc.bigInt({
  min: BigInt(Date.UTC(1900, 0, 1)) * 1_000_000n,
  max: BigInt(Date.UTC(2999, 11, 31)) * 1_000_000n
})

describe('times in nanoseconds', () => {
  it('are read back exactly', () => {
    fc.assert(
      fc.property(nanoseconds, (time) => {
        expect(parseTime(formatTime(time))).toBe(time)
        expect(parseTime(formatTimeShortest(time))).toBe(time)
      })
    )
  })

  it('agree with Date on milliseconds', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
        expect(parseTime(date.toISOString())).toBe(BigInt(date.getTime()) * 1_000_000n)
      })
    )
  })

  it('are truncated with fewer digits', () => {
    fc.assert(
      fc.property(nanoseconds, fc.integer({ min: 0, max: 9 }), (time, digits) => {
        const step = 10n ** BigInt(9 - digits)
        const cut = parseTime(formatTime(time, digits))!
        expect(cut <= time && time - cut < step).toBe(true)
      })
    )
  })

  it('are equal in any offset', () => {
    const utc = parseTime('2026-10-05T12:00:00.5Z')
    expect(parseTime('2026-10-05T14:30:00.500000000+02:30')).toBe(utc)
    expect(parseTime('2026-10-04t23:00:00.50-13:00')).toBe(utc)
  })

  it('are ordered by value', () => {
    const [whole, later] = ['2026-10-05T12:00:00Z', '2026-10-05T12:00:00.1Z']
    expect([whole, later].toSorted()).toEqual([later, whole])
    expect(parseTime(whole!)! < parseTime(later!)!).toBe(true)
  })

  it('refuse invalid dates', () => {
    const wrong = [
      '2026-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-00-01T00:00:00Z',
      '2026-04-31T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T00:60:00Z',
      '2026-01-01T00:00:00',
      '2026-01-01T00:00:00.Z',
      '2026-01-01T00:00:00.1234567890Z',
      '2026-01-01',
      '2026-01-01T00:00:00+24:00',
      'now',
      ''
    ]
    for (const text of wrong) expect(parseTime(text), text).toBeNull()
    expect(parseTime('2024-02-29T00:00:00Z')).not.toBeNull()
  })
})
