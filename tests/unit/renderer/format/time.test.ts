import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  formatCountdown,
  formatDuration,
  formatNextTry,
  formatShortDuration
} from '#renderer/lib/format/duration'
import { formatDateTime, zoneLabel } from '#renderer/lib/format/time'

const moment = fc.integer({ min: 0, max: 4_000_000_000_000 })

describe('a time', () => {
  let before: string | undefined
  beforeEach(() => {
    before = process.env['TZ']
  })
  afterEach(() => {
    process.env['TZ'] = before
  })

  it('is ISO 8601 with its zone in UTC', () => {
    fc.assert(
      fc.property(moment, (at) => {
        const standard = new Date(at).toISOString()
        expect(formatDateTime(at, 'utc')).toBe(`${standard.slice(0, 10)} ${standard.slice(11, 19)} UTC`)
      })
    )
  })

  it.each([
    ['Asia/Kolkata', 'UTC+05:30'],
    ['America/St_Johns', 'UTC-03:30'],
    ['Europe/Berlin', 'UTC+01:00']
  ])('has the offset %s in %s, and the same meaning', (zone, label) => {
    process.env['TZ'] = zone
    const at = Date.UTC(2026, 0, 15, 1, 2, 3)
    expect(zoneLabel(at, 'local')).toBe(label)
    const shown = formatDateTime(at, 'local')
    expect(Date.parse(shown.replace(' ', 'T').replace(' UTC', ''))).toBe(at)
  })
})

describe('a countdown', () => {
  it('never grows and ends at zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400_000 }), (left) => {
        const seconds = (text: string) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
        expect(seconds(formatCountdown(left))).toBe(Math.floor(left / 1000))
      })
    )
    expect(formatCountdown(-5000)).toBe('00:00')
    expect(formatCountdown(3_252_000)).toBe('54:12')
    expect(formatCountdown(6_852_000)).toBe('1:54:12')
  })
})

it('shows a duration in one unit', () => {
  expect(formatDuration(59_999)).toBe('59 s')
  expect(formatDuration(60_000)).toBe('1 min')
  expect(formatDuration(7_500_000)).toBe('2 h 05 min')
  expect(formatDuration(180_000_000)).toBe('2 d 2 h')
  expect(formatDuration(-1)).toBe('0 s')
  expect(formatShortDuration(0.2, '1,234.56')).toBe('1 ms')
  expect(formatShortDuration(999.9, '1,234.56')).toBe('999 ms')
  expect(formatShortDuration(3449, '1,234.56')).toBe('3.4 s')
  expect(formatShortDuration(3449, '1.234,56')).toBe('3,4 s')
  expect(formatShortDuration(61_000, '1,234.56')).toBe('1 min')
})

it('is counted down in seconds, then minutes, to now', () => {
  const nextTries = [539_999, 120_000, 119_999, 1000, 999, -1].map((wait) => formatNextTry(wait, 0))
  expect(nextTries.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'Next try in 8 min',
    'Next try in 2 min',
    'Next try in 119 s',
    'Next try in 1 s',
    'Next try now',
    'Next try now'
  ])
})
