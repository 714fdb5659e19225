import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { changePinnedRange, changePins, readPins } from '#engine/recording/pins'
import { freshFolder } from '../../../integration/support/folder'

test('pins that are changed at once are all kept', async () => {
  const log = path.join(await freshFolder(), 'log')
  await mkdir(log)
  const days = Array.from({ length: 9 }, (_, index) => `2026-01-0${index + 1}`)
  const range = { from: 1, to: 2 }
  await Promise.all([...days.map((day) => changePins(log, [day], true)), changePinnedRange(log, range, true)])
  expect(await readPins(log)).toEqual({ days: new Set(days), ranges: [range] })
  await Promise.all(days.slice(1).map((day) => changePins(log, [day], false)))
  expect([...(await readPins(log)).days]).toEqual(days.slice(0, 1))
})
