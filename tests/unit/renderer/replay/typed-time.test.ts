import { describe, expect, it } from 'vitest'
import { formatDayMoment } from '#renderer/lib/format/time'
import { typedTime } from '#renderer/app/replay/typed-time'

const near = Date.UTC(2026, 10, 18, 9, 30)
const utc = (text: string) => typedTime(text, near, 'utc')
const at = (...parts: readonly number[]) => Date.UTC(...(parts as [number, number]))

describe('a typed time', () => {
  it.each([
    ['14:02', at(2026, 10, 18, 14, 2)],
    ['14:02:11', at(2026, 10, 18, 14, 2, 11)],
    [' 14:02:11.482 ', at(2026, 10, 18, 14, 2, 11, 482)],
    ['14:02:11,4', at(2026, 10, 18, 14, 2, 11, 400)],
    ['14:02:11.482 UTC', at(2026, 10, 18, 14, 2, 11, 482)],
    ['2026-11-17', at(2026, 10, 17)],
    ['2026-11-17 6:05', at(2026, 10, 17, 6, 5)],
    ['2026-11-17T06:05:04Z', at(2026, 10, 17, 6, 5, 4)],
    ['17 Nov 14:02', at(2026, 10, 17, 14, 2)],
    ['17 november, 14:02', at(2026, 10, 17, 14, 2)],
    ['3 Jan 2025 00:00', at(2025, 0, 3)]
  ])('can be %s', (text, expected) => {
    expect(utc(text)).toBe(expected)
  })

  it('keeps every digit down to nanoseconds', () => {
    expect(utc('14:02:11.482193004')).toBe(`${at(2026, 10, 18, 14, 2, 11) / 1000}482193004`)
    expect(utc('14:02:11.4820001')).toBe(`${at(2026, 10, 18, 14, 2, 11) / 1000}482000100`)
  })

  it.each(['', 'now', '25:00', '14:60', '14', '14:02:61', '31 Jun 12:00', '2026-02-29 12:00', '5 Foo 12:00'])(
    'is not %j',
    (text) => {
      expect(utc(text)).toBeNull()
    }
  )

  it('is read in the clock that it is shown in', () => {
    for (const clock of ['utc', 'local'] as const)
      for (let hour = 0; hour < 24 * 14; hour += 7) {
        const time = near + hour * 3_600_000 + 482
        expect(typedTime(formatDayMoment(time, clock), 0, clock)).toBe(time)
      }
  })
})
