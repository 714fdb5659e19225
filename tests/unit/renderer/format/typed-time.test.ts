import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDayMoment } from '#renderer/lib/format/time'
import { typedTime } from '#renderer/lib/format/typed-time'

const near = Date.UTC(2026, 10, 18, 9, 30)
/** A Friday. */
const now = Date.UTC(2026, 10, 27, 10, 15, 0, 250)
const utc = (text: string) => typedTime(text, { near, now, clock: 'utc' })
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
    ['2026-11-17T 06:05 utc', at(2026, 10, 17, 6, 5)],
    ['2026-11-17Z', at(2026, 10, 17)],
    ['2026-11-17 +02:00', at(2026, 10, 16, 22)],
    ['17 Nov 14:02', at(2026, 10, 17, 14, 2)],
    ['17 november, 14:02', at(2026, 10, 17, 14, 2)],
    ['3 Jan 2025 00:00', at(2025, 0, 3)],
    ['Nov 17, 2:02pm', at(2026, 10, 17, 14, 2)],
    ['Nov 17 2025 14:02', at(2025, 10, 17, 14, 2)],
    ['9 am', at(2026, 10, 18, 9)],
    ['12am', at(2026, 10, 18)],
    ['noon', at(2026, 10, 18, 12)],
    ['midnight', at(2026, 10, 18)],
    ['now', now],
    ['NOW', now],
    ['today 14:05', at(2026, 10, 27, 14, 5)],
    ['yesterday 9:30', at(2026, 10, 26, 9, 30)],
    ['Yesterday at 9:30:15.25', at(2026, 10, 26, 9, 30, 15, 250)],
    ['9:30 yesterday', at(2026, 10, 26, 9, 30)],
    ['yesterday', at(2026, 10, 26)],
    ['yesterday noon', at(2026, 10, 26, 12)],
    ['wed 16:00', at(2026, 10, 25, 16)],
    ['last Wednesday, 4 pm', at(2026, 10, 25, 16)],
    // On a Friday at 10:15.
    ['fri 09:00', at(2026, 10, 27, 9)],
    ['friday 16:00', at(2026, 10, 20, 16)],
    ['last friday 9:00', at(2026, 10, 20, 9)],
    ['-15m', near - 900_000],
    ['−1h 30m', near - 5_400_000],
    ['+ 500 ms', near + 500],
    ['-1.5h', near - 5_400_000],
    ['15 minutes ago', now - 900_000],
    ['now - 2d', now - 172_800_000],
    ['14:02 UTC+01:00', at(2026, 10, 18, 13, 2)],
    ['2026-11-17T06:05:04-05:00', at(2026, 10, 17, 11, 5, 4)]
  ])('can be %s', (text, expected) => {
    expect(utc(text)).toBe(expected)
  })

  it('keeps every digit down to nanoseconds', () => {
    expect(utc('14:02:11.482193004')).toBe(`${at(2026, 10, 18, 14, 2, 11) / 1000}482193004`)
    expect(utc('14:02:11.4820001')).toBe(`${at(2026, 10, 18, 14, 2, 11) / 1000}482000100`)
  })

  it.each([
    ...[
      '',
      'today yesterday',
      '25:00',
      '14:60',
      '14',
      '14:02:61',
      '31 Jun 12:00',
      '2026-02-29 12:00',
      '5 Foo 12:00'
    ],
    ...[
      '13pm',
      '0 am',
      'th 9:30',
      'mon tue',
      '15m',
      '-15',
      '-15x',
      '-m',
      '- ',
      'ago',
      'now 9:30',
      'yesterday 25:00',
      'UTC'
    ],
    '-99999w'
  ])('is not %j', (text) => {
    expect(utc(text)).toBeNull()
  })

  it('reads a zone that is named, whatever clock is shown', () => {
    const local = (text: string) => typedTime(text, { near, now, clock: 'local' })
    expect(local('2026-11-17 14:02 UTC')).toBe(at(2026, 10, 17, 14, 2))
    expect(local('2026-11-17T14:02:00Z')).toBe(at(2026, 10, 17, 14, 2))
    expect(local('yesterday 9:30')).toBe(new Date(2026, 10, 26, 9, 30).getTime())
  })

  it('is the same for any spelling of any time', () => {
    const first = Date.UTC(1990, 0, 1)
    fc.assert(
      fc.property(
        fc.integer({ min: first, max: Date.UTC(2060, 0, 1) }),
        fc.integer({ min: 0, max: 5 * 86_400_000 }),
        fc.constantFrom('utc' as const, 'local' as const),
        fc.boolean(),
        (moment, elapsed, clock, isUpper) => {
          // On a whole minute, since not all spellings have more.
          const time = Math.floor(moment / 60_000) * 60_000
          const date = new Date(time)
          // When clocks go back, an hour comes twice, and a typed time means the first one.
          const isSecond = new Date(time - 3_600_000).getHours() === date.getHours()
          fc.pre(clock === 'utc' || !isSecond)
          const [iso, minutes] = formatDayMoment(time, clock).split(' ') as [string, string]
          const [year, , day] = iso.split('-').map(Number) as [number, number, number]
          const zone = clock === 'utc' ? { timeZone: 'UTC' } : {}
          const weekday = date.toLocaleDateString('en-US', { weekday: 'long', ...zone })
          const monthName = date.toLocaleDateString('en-US', { month: 'long', ...zone })
          const hours = Number(minutes.slice(0, 2))
          const short = `${hours % 12 || 12}:${minutes.slice(3, 5)} ${hours < 12 ? 'am' : 'pm'}`
          const spellings = [
            `${iso} ${minutes}`,
            `${iso}T${minutes.slice(0, 5)}`,
            `${day} ${monthName} ${year}, ${short}`,
            `${minutes.slice(0, 5)} ${monthName.slice(0, 3)} ${day} ${year}`,
            // Less than a week later, the weekday is enough.
            `${weekday} ${minutes.slice(0, 8)}`,
            `${short} ${elapsed > 90_000_000 ? 'last ' : ''}${weekday.slice(0, 3)}`,
            `${elapsed}ms ago`
          ]
          const basis = { near: 0, now: time + elapsed, clock }
          for (const spelling of spellings)
            expect(typedTime(isUpper ? spelling.toUpperCase() : spelling, basis), spelling).toBe(time)
        }
      )
    )
  })

  it('never throws, and is a time from 1970 on or null', () => {
    const words = [
      'now',
      'last',
      'fri',
      'yesterday',
      '9',
      ':',
      '30',
      '-',
      '+',
      'm',
      ' ',
      'utc',
      'nov',
      '2026',
      'pm',
      '.',
      '99'
    ]
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((some) => some.join(''))
    )
    fc.assert(
      fc.property(text, (typed) => {
        const time = utc(typed)
        expect(time === null || Number(time) >= 0).toBe(true)
      }),
      { numRuns: 2000 }
    )
  })

  it('is read in the clock that it is shown in', () => {
    for (const clock of ['utc', 'local'] as const)
      for (let hour = 0; hour < 24 * 14; hour += 7) {
        const time = near + hour * 3_600_000 + 482
        expect(typedTime(formatDayMoment(time, clock), { near: 0, now, clock })).toBe(time)
      }
  })
})
