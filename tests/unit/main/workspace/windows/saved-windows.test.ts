import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSavedWindows, type SavedWindow } from '#main/workspace/windows/saved-windows'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-windows-'))
  file = path.join(folder, 'windows.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const placement = {
  bounds: { x: -5, y: 6, width: 1000, height: 700 },
  display: 1,
  maximised: true
}
const desk: SavedWindow = {
  key: 'desk 1',
  content: { kind: 'desk', view: 'settings', workspace: 'w' },
  onTop: false,
  fullScreen: false,
  ...placement
}
const frame: SavedWindow = {
  key: 'frame w f',
  content: { kind: 'frame', workspace: 'w', frame: 'f' },
  onTop: true,
  fullScreen: false,
  ...placement
}
const alone: SavedWindow = { ...frame, key: 'workspace w', content: { kind: 'workspace', workspace: 'w' } }
const arrangements = [{ displays: '0,0 1920x1080 @1', places: { 'desk 1': placement } }]

test('restores saved windows', async () => {
  const first = await readSavedWindows({ file })
  expect(first).toMatchObject({ atStart: { windows: [], arrangements: [] }, notice: null })
  first.save({ windows: [desk, frame, alone], arrangements })
  await first.dispose()
  expect((await readSavedWindows({ file })).atStart).toEqual({ windows: [desk, frame, alone], arrangements })
  first.saveNow({ windows: [desk], arrangements: [] })
  expect((await readSavedWindows({ file })).atStart).toEqual({ windows: [desk], arrangements: [] })
})

test('replaces an unknown view only', async () => {
  const odd = { ...desk, content: { ...desk.content, view: 'from-elsewhere' } }
  await writeFile(file, JSON.stringify({ version: 2, windows: [odd], arrangements }))
  const content = { kind: 'desk', view: 'markets', workspace: 'w' }
  expect((await readSavedWindows({ file })).atStart.windows).toEqual([{ ...desk, content }])
})

test('ignores unreadable arrangements', async () => {
  await writeFile(file, JSON.stringify({ version: 2, windows: [desk], arrangements: [{ displays: 1 }] }))
  expect((await readSavedWindows({ file })).atStart).toEqual({ windows: [desk], arrangements: [] })
})

test.each(['{', '{"version":1}', '{"version":2,"windows":[{"key":"desk 1"}]}'])(
  'quarantines a damaged file with a notice: %s',
  async (text) => {
    await writeFile(file, text)
    const kept = await readSavedWindows({ file })
    expect(kept.atStart.windows).toEqual([])
    expect(kept.notice).toContain('set aside')
    kept.save({ windows: [desk], arrangements: [] })
    await kept.dispose()
    expect(await readdir(folder)).toHaveLength(2)
  }
)

test('reports unsaved windows once, and saves them later', async () => {
  const reports: (string | null)[] = []
  const kept = await readSavedWindows({ file, onSaveStateChange: (notSaved) => reports.push(notSaved) })
  await mkdir(file)
  kept.save({ windows: [desk], arrangements: [] })
  await expect.poll(() => reports).toEqual([expect.stringContaining('could not be saved')])
  await rm(file, { recursive: true })
  await kept.dispose()
  expect(reports).toEqual([expect.anything(), null])
  expect((await readSavedWindows({ file })).atStart.windows).toEqual([desk])
})

test('never writes a newer file', async () => {
  await writeFile(file, '{"version":3}')
  const kept = await readSavedWindows({ file })
  kept.save({ windows: [desk], arrangements: [] })
  kept.saveNow({ windows: [desk], arrangements: [] })
  expect(await readFile(file, 'utf8')).toBe('{"version":3}')
  expect(kept.notice).toContain('newer')
})
