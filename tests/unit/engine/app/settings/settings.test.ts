import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSettings } from '#engine/app/settings/index'
import { defaultSettings, type SettingsState } from '#shared/contract/app/settings'

let folder: string
let file: string
const received: SettingsState[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-settings-'))
  file = path.join(folder, 'settings.json')
  received.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = () => openSettings({ file, changed: (state) => received.push(state) })
const written = async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>

test('uses defaults without a file, and writes nothing before a change', async () => {
  const store = await open()
  expect(store.state()).toEqual({ settings: defaultSettings, notSaved: null })
  expect(store.notice).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

test('applies a change at once, and keeps it after a restart', async () => {
  const store = await open()
  const change = store.change({ theme: 'light', zoom: 125, clock: undefined })
  expect(received[0]?.settings).toEqual({ ...defaultSettings, theme: 'light', zoom: 125 })
  expect((await change).notSaved).toBeNull()
  expect((await open()).state().settings).toEqual({ ...defaultSettings, theme: 'light', zoom: 125 })
})

test('reads a newer file as far as possible and never writes it', async () => {
  const newer = JSON.stringify({ version: 7, theme: 'light', zoom: 33, clock: { zone: 'x' }, new: true })
  await writeFile(file, newer)
  const store = await open()
  expect(store.state().settings).toEqual({ ...defaultSettings, theme: 'light' })
  expect(store.state().notSaved).toContain('newer Leadline')
  expect((await store.change({ palette: 'colour-blind' })).settings.palette).toBe('colour-blind')
  await store.reset()
  expect(await readFile(file, 'utf8')).toBe(newer)
  expect(await readdir(folder)).toEqual(['settings.json'])
})

test.each(['{"version":1,', '[]', '"text"', ''])('quarantines a damaged file (%s)', async (content) => {
  await writeFile(file, content)
  const store = await open()
  expect(store.notice).toContain('set aside')
  expect(store.state()).toEqual({ settings: defaultSettings, notSaved: null })
  await store.change({ theme: 'light' })
  const kept = (await readdir(folder)).find((name) => name !== 'settings.json')
  expect(await readFile(path.join(folder, kept!), 'utf8')).toBe(content)
  expect(await written()).toMatchObject({ theme: 'light' })
})

test('ignores a wrong value by name and keeps a copy of the file', async () => {
  const content = '{"version":1,"zoom":95,"palette":"colour-blind","theme":"green","own":[1]}'
  await writeFile(file, content)
  const store = await open()
  expect(store.state()).toEqual({ settings: { ...defaultSettings, palette: 'colour-blind' }, notSaved: null })
  expect(store.notice).toContain('theme, zoom were ignored')
  await store.change({ clock: 'local' })
  expect(await written()).toMatchObject({ palette: 'colour-blind', clock: 'local', zoom: 100, own: [1] })
  const kept = (await readdir(folder)).filter((name) => name !== 'settings.json')
  expect(kept).toHaveLength(1)
  expect(store.notice).toContain(path.join(folder, kept[0]!))
  expect(await readFile(path.join(folder, kept[0]!), 'utf8')).toBe(content)
  expect((await open()).notice).toBeNull()
})

test('keeps changes and reports it until the file is writable', async () => {
  const blocked = path.join(folder, 'blocked')
  await writeFile(blocked, '')
  file = path.join(blocked, 'settings.json')
  const store = await open()
  // The obstacle may show only on the first write.
  const state = await store.change({ theme: 'light' })
  expect(state.settings.theme).toBe('light')
  expect(state.notSaved).toContain(file)
})

test('recovers a failed write with the next one', async () => {
  const store = await open()
  await mkdir(path.join(file, 'in the way'), { recursive: true })
  expect((await store.change({ theme: 'light' })).notSaved).toContain(file)
  await rm(file, { recursive: true })
  expect((await store.change({ zoom: 90 })).notSaved).toBeNull()
  expect(await written()).toMatchObject({ theme: 'light', zoom: 90 })
})

test('resets every setting', async () => {
  const store = await open()
  await store.change({ theme: 'light', guideDone: true })
  expect((await store.reset()).settings).toEqual(defaultSettings)
  expect((await open()).state().settings).toEqual(defaultSettings)
})
