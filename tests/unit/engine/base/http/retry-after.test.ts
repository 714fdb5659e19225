import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { retryAfter } from '#engine/base/http/index'
import { HandClock } from '../../hand-clock'

const clock = new HandClock()
const now = new Date(clock.wall()).toUTCString()
const read = (text: string | null, date?: string) =>
  retryAfter(new Headers({ ...(text !== null && { 'retry-after': text }), ...(date && { date }) }), clock)

// The oldest date format has no zone and must not be read as local time.
beforeAll(() => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(new Date(0).getTimezoneOffset()).toBe(-540)
})
afterAll(() => vi.unstubAllEnvs())

it.each([
  ['0', 0],
  ['17', 17_000],
  ['1.5', 1500],
  ['999999999', 3_600_000],
  ['-1', null],
  ['soon', null],
  ['', null],
  [null, null],
  [now, 0],
  ['Mon, 05 Oct 2026 12:00:30 GMT', 30_000],
  ['Monday, 05-Oct-26 12:00:30 GMT', 30_000],
  ['Mon Oct  5 12:00:30 2026', 30_000],
  ['Mon, 05 Oct 2026 11:00:00 GMT', 0],
  ['Mon, 05 Oct 2036 12:00:00 GMT', 3_600_000],
  ['Mon, 99 Oct 2026 12:00:30 GMT', null]
])('“%s” is %s', (text, milliseconds) => {
  expect(read(text)).toBe(milliseconds)
})

it('measures a date by the service’s clock', () => {
  expect(read('Thu, 01 Jan 2026 00:00:09 GMT', 'Thu, 01 Jan 2026 00:00:00 GMT')).toBe(9000)
  expect(read('Mon, 05 Oct 2026 12:00:30 GMT', 'not a date')).toBe(30_000)
})
