import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AddressNotes } from '#engine/records/addresses/keep/address-notes'
import { openConversionFile } from '#engine/records/conversions/index'
import { Provenance } from '#engine/records/statements/compare/provenance'
import { readSavedWindows } from '#main/workspace/windows/saved-windows'
import { openAlertFile } from '#engine/market/alerts/index'
import { SettingsFile } from '#engine/records/statements/settings'
import { openProfileFile } from '#engine/connection/profile-file'
import { JsonStore } from '#engine/base/files/index'
import { openWatchLists } from '#engine/market/watch-list'
import { openSettings } from '#engine/app/settings/index'
import { openWorkspaceFile } from '#engine/workspace/workspace-file'
import { firstDesk } from '#engine/workspace/first'
import { HandClock } from '../../hand-clock'

let folder: string
let data: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-full-'))
  data = path.join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A file in place of the folder prevents writing. */
async function breakDisk(): Promise<void> {
  await rm(data, { recursive: true, force: true })
  await writeFile(data, '')
}
async function repairDisk(): Promise<void> {
  await rm(data)
  await mkdir(data)
}

interface Store {
  readonly change: () => unknown
  readonly end: () => Promise<unknown>
}

const ignore = () => undefined
const stores: Record<string, (file: string) => Promise<Store>> = {
  settings: async (file) => {
    const store = await openSettings({ file, changed: ignore })
    return { change: () => store.change({ theme: 'light' }), end: () => store.dispose() }
  },
  connections: async (file) => {
    const store = await openProfileFile({ file })
    return { change: () => store.update({ lastUsed: 'light' }), end: () => store.dispose() }
  },
  workspaces: async (file) => {
    const store = await openWorkspaceFile({ file })
    let count = 0
    const desk = firstDesk({ newId: () => `light-${++count}`, markets: () => [] })
    return { change: () => (store.save(desk), store.saved()), end: () => store.dispose() }
  },
  alerts: async (file) => {
    const store = await openAlertFile({ file, clock: new HandClock() })
    const alert = { id: 'light' } as never
    return { change: () => store.setAlerts('one', [alert]), end: () => store.dispose() }
  },
  windows: async (file) => {
    const store = await readSavedWindows({ file })
    const arrangements = [{ displays: 'light', places: {} }]
    return { change: () => store.save({ windows: [], arrangements }), end: () => store.dispose() }
  },
  conversions: async (file) => {
    const store = await openConversionFile({ file })
    return { change: () => store.set('light', []), end: () => store.dispose() }
  },
  'archive provenance': async (file) => {
    const store = await Provenance.open(file, new HandClock())
    const ofArchive = store.of(() => 'one')
    return { change: () => ofArchive.fetched('a/light', 'a'), end: () => store.dispose() }
  },
  watchlists: async (file) => {
    const store = await openWatchLists({ file, changed: ignore })
    return { change: () => store.begin('one', ['light']), end: () => store.dispose() }
  },
  'address labels': async (file) => {
    const notes = new AddressNotes({ folder: path.dirname(file), service: 'here', newId: () => 'one' })
    await notes.open()
    notes.label('a', 'light')
    return { change: () => notes.save(false), end: () => notes.dispose() }
  },
  'archive settings': async (file) => {
    const store = await SettingsFile.open(file)
    return { change: () => store.change({ root: 'light' }).catch(ignore), end: () => store.idle() }
  }
}

describe('a full disk', () => {
  it.each(Object.keys(stores))('keeps changes for the end: %s', async (name) => {
    const file = path.join(data, 'file.json')
    await mkdir(data)
    const store = await stores[name]!(file)
    await breakDisk()
    await store.change()
    await repairDisk()
    await store.end()
    const [saved] = await readdir(data)
    expect(await readFile(path.join(data, saved!), 'utf8')).toContain('light')
  })

  it('is retried with the newest content until it succeeds', async () => {
    const clock = new HandClock()
    const file = path.join(data, 'file.json')
    const reports: (string | null)[] = []
    const schema = v.object({ content: v.number() })
    const store = await JsonStore.open({
      file,
      clock,
      schema,
      version: 1,
      title: 'numbers',
      initial: { content: 0 },
      onSaveStateChange: (notSaved) => reports.push(notSaved)
    })
    await breakDisk()
    await store.update({ content: 1 })
    expect(store.notSaved).toContain(file)
    clock.advance(31_000)
    await store.saved()
    expect(store.notSaved).not.toBeNull()
    await repairDisk()
    store.updateSoon({ content: 2 })
    clock.advance(31_000)
    await store.saved()
    expect(store.notSaved).toBeNull()
    expect(reports).toEqual([expect.stringContaining('The numbers could not be saved'), null])
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ version: 1, content: 2 })
    await rm(file)
    clock.advance(100_000)
    await store.dispose()
    await expect(readFile(file)).rejects.toThrow(/ENOENT/)
  })
})
