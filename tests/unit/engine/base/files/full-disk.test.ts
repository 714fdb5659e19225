import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBook } from '#engine/records/addresses/keep/book-file'
import { openAlertFile } from '#engine/market/alerts/index'
import { SettingsFile } from '#engine/records/statements/settings'
import { openProfileFile } from '#engine/connection/profile-file'
import { WholeFile } from '#engine/base/files/index'
import { openWatchLists } from '#engine/market/watch-list'
import { openSettings } from '#engine/app/settings/index'
import { openKeptDesk } from '#engine/workspace/kept-desk'
import { firstDesk } from '#engine/workspace/first'
import { HandClock } from '../../hand-clock'

let folder: string
let data: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-full-'))
  data = path.join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Nothing can be written while a file stands where the folder was. */
async function breakDisk(): Promise<void> {
  await rm(data, { recursive: true, force: true })
  await writeFile(data, '')
}
async function repairDisk(): Promise<void> {
  await rm(data)
  await mkdir(data)
}

interface Store {
  /** Changes something to what holds the word "changed". */
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
    const store = await openProfileFile(file)
    return { change: () => store.change({ lastUsed: 'light' }), end: () => store.dispose() }
  },
  workspaces: async (file) => {
    const store = await openKeptDesk({ file })
    let count = 0
    const desk = firstDesk({ newId: () => `light-${++count}`, markets: () => [] } as never)
    return { change: () => (store.save(desk), store.written()), end: () => store.dispose() }
  },
  alerts: async (file) => {
    const store = await openAlertFile({ file, clock: new HandClock(), changed: ignore })
    const alert = { id: 'light' } as never
    return { change: () => store.setAlerts('one', [alert]), end: () => store.dispose() }
  },
  'watch lists': async (file) => {
    const store = await openWatchLists({ file, changed: ignore })
    return { change: () => store.begin('one', ['light']), end: () => store.dispose() }
  },
  'address labels': async (file) => {
    const store = await openBook(file)
    const book = { keepOnDisk: false, labels: [['a', 'light']], filters: [], former: [] } as const
    return { change: () => store.write(book), end: () => store.dispose() }
  },
  'archive settings': async (file) => {
    const store = await SettingsFile.open(file)
    return { change: () => store.change({ root: 'light' }).catch(ignore), end: () => store.idle() }
  }
}

describe('after a full disk', () => {
  it.each(Object.keys(stores))('what changed meanwhile is written at the end: %s', async (name) => {
    const file = path.join(data, 'file.json')
    await mkdir(data)
    const store = await stores[name]!(file)
    await breakDisk()
    await store.change()
    await repairDisk()
    await store.end()
    expect(await readFile(file, 'utf8')).toContain('light')
  })

  it('a file is tried again after a while, with its newest content, until it is written', async () => {
    const clock = new HandClock()
    const file = path.join(data, 'file.json')
    let content = 1
    let changed = 0
    const whole = new WholeFile(
      { file, clock, changed: () => (changed += 1) },
      { title: 'numbers', content: () => ({ content }), notice: null, writable: true }
    )
    await breakDisk()
    await whole.write()
    expect(whole.notKept).toContain(file)
    clock.advance(31_000)
    await whole.written()
    expect(whole.notKept).not.toBeNull()
    content = 2
    await repairDisk()
    clock.advance(31_000)
    await whole.written()
    expect(whole.notKept).toBeNull()
    expect(changed).toBe(2)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ content: 2 })
    // Nothing is left to be tried.
    await rm(file)
    clock.advance(100_000)
    await whole.dispose()
    await expect(readFile(file)).rejects.toThrow(/ENOENT/)
  })
})
