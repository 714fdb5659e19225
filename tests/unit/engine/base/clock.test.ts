import { expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'

test('calls when the time has passed, not a fraction of a millisecond earlier', async () => {
  const waits = Array.from({ length: 300 }, (_, each) => 5 + each / 7)
  const early: number[] = []
  const waitFor = (wait: number) =>
    new Promise<void>((resolve) => {
      const due = systemClock.monotonic() + wait
      systemClock.later(wait, () => {
        if (systemClock.monotonic() < due) early.push(wait)
        resolve()
      })
    })
  await Promise.all(waits.map(waitFor))
  expect(early).toEqual([])
})

test('does not call what was cancelled, at once or between two timers', async () => {
  const called: string[] = []
  systemClock.later(5, () => called.push('cancelled'))()
  await new Promise<void>((resolve) => systemClock.later(10, resolve))
  systemClock.later(0, () => called.push('next'))
  expect(called).toEqual([])
  await expect.poll(() => called).toEqual(['next'])
})
