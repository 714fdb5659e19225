import { expect, test } from 'vitest'
import { LatestOnly } from '#engine/base/latest-only'

test('the next of a name ends the one before, and so does cancelling', () => {
  const latest = new LatestOnly()
  const first = latest.begin('a')
  const other = latest.begin('b')
  const second = latest.begin('a')
  expect([first, other, second].map(({ aborted }) => aborted)).toEqual([true, false, false])
  latest.cancel('a')
  expect(second.aborted).toBe(true)
  latest.dispose()
  expect(other.aborted).toBe(true)
})

test('endless names end the oldest', () => {
  const latest = new LatestOnly()
  const signals = Array.from({ length: 10_000 }, (_, index) => latest.begin(String(index)))
  const running = signals.filter(({ aborted }) => !aborted)
  expect(running.length).toBeLessThanOrEqual(200)
  expect(running).toEqual(signals.slice(-running.length))
})
