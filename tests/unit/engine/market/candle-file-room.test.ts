import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepRoom } from '#engine/market/candle-file-room'

let folder: string

/** A thousand bytes each. */
async function fill(name: string, start: string, age: number) {
  const file = path.join(folder, name)
  await writeFile(file, start.padEnd(1000, ' '))
  await utimes(file, 1_700_000_000 - age, 1_700_000_000 - age)
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'room-'))
  await fill('USED.json', '{"version":1,"market":"USED"', 900)
  await fill('NEWER.json', '{"version":2,"market":"NEWER"', 800)
  await fill('notes.txt', 'mine', 700)
  await fill('OLD.json', '{"version":1,"market":"OLD"', 600)
  await fill('OLD.json.damaged-2026-01-01T00-00-00.000Z', 'x', 500)
  await fill('LATE.json', '{"version":1,"market":"LATE"', 100)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const left = async (max: number) => {
  await keepRoom(folder, max, (name) => name === 'USED.json')
  return (await readdir(folder)).sort()
}
const old = ['OLD.json', 'OLD.json.damaged-2026-01-01T00-00-00.000Z']

it('removes the oldest files, and no more than needed', async () => {
  expect(await left(6000)).toEqual(['LATE.json', 'NEWER.json', ...old, 'USED.json', 'notes.txt'])
  expect(await left(5999)).toEqual(['LATE.json', 'NEWER.json', old[1], 'USED.json', 'notes.txt'])
  expect(await left(4000)).toEqual(['LATE.json', 'NEWER.json', 'USED.json', 'notes.txt'])
})

it('keeps files in use, of newer versions and of others', async () => {
  expect(await left(0)).toEqual(['NEWER.json', 'USED.json', 'notes.txt'])
})

it('does nothing without a folder', async () => {
  await rm(folder, { recursive: true })
  await expect(keepRoom(folder, 0, () => false)).resolves.toBeUndefined()
})
