import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readKeptWindows, type KeptWindow } from '../../../../electron/main/windows/kept'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-windows-'))
  file = path.join(folder, 'windows.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const place: KeptWindow = {
  view: 'settings',
  bounds: { x: -5, y: 6, width: 1000, height: 700 },
  display: 1,
  maximised: true
}

test('what is saved is what the next start finds', async () => {
  const first = await readKeptWindows(file)
  expect(first).toMatchObject({ atStart: [], notice: null })
  await first.save([place, place])
  expect((await readKeptWindows(file)).atStart).toEqual([place, place])
  first.saveNow([place])
  expect((await readKeptWindows(file)).atStart).toEqual([place])
})

test('a view that is not known costs a window its view, not its place', async () => {
  await writeFile(file, JSON.stringify({ version: 1, windows: [{ ...place, view: 'from-elsewhere' }] }))
  expect((await readKeptWindows(file)).atStart).toEqual([{ ...place, view: 'connections' }])
})

test.each([
  '{',
  '{"version":1,"windows":[{"view":"settings"}]}',
  '{"version":1,"windows":[{"bounds":{"x":1e99}}]}'
])('a damaged file is set aside with a notice: %s', async (text) => {
  await writeFile(file, text)
  const kept = await readKeptWindows(file)
  expect(kept.atStart).toEqual([])
  expect(kept.notice).toContain('set aside')
  await kept.save([place])
  expect(await readdir(folder)).toHaveLength(2)
})

test('a newer file is never written', async () => {
  await writeFile(file, '{"version":2}')
  const kept = await readKeptWindows(file)
  await kept.save([place])
  kept.saveNow([place])
  expect(await readFile(file, 'utf8')).toBe('{"version":2}')
  expect(kept.notice).toContain('newer')
})
