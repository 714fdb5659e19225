import { mkdir, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { changePinnedRange, changePins, pinsFile, readPins } from '#engine/recording/pins'
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

test('a change waits for one of another process and keeps both', async () => {
  const log = path.join(await freshFolder(), 'log')
  const lock = path.join(path.dirname(log), 'recorder.lock')
  await writeFile(lock, `${process.ppid} ${hostname()} importing\n`)
  const changed = changePins(log, ['2026-01-02'], true)
  // A change that does not wait reads its list meanwhile and writes it without the day of the import.
  await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, 200))])
  await writeFile(pinsFile(log), JSON.stringify({ version: 1, days: ['2026-01-01'], ranges: [] }))
  await rm(lock)
  await changed
  expect([...(await readPins(log)).days]).toEqual(['2026-01-01', '2026-01-02'])
})
