import { cp, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openSettings } from '#engine/app/settings/index'
import { openProfileFile } from '#engine/connection/profile-file'
import { openAlertFile } from '#engine/market/alerts/index'
import { openWatchLists } from '#engine/market/watch-list'
import { openConversionFile } from '#engine/records/conversions/index'
import { openWorkspaceFile, WorkspaceStore } from '#engine/workspace/index'
import { readSavedWindows } from '#main/workspace/windows/saved-windows'
import { defaultSettings } from '#shared/contract/app/settings'
import { freshFolder } from '../../integration/support/folder'
import { openCore } from './records/addresses/desk'
import { openArchive } from './records/statements/opened'
import { Hands } from './workspace/desk'

const fixtures = path.join(import.meta.dirname, '../../fixtures/a99283e')

let folder: string
beforeEach(async () => {
  folder = await freshFolder()
  await cp(fixtures, folder, { recursive: true })
})
const file = (name: string) => path.join(folder, name)
const original = async (name: string) => JSON.parse(await readFile(path.join(fixtures, name), 'utf8'))

describe('opens data of a99283e', () => {
  test('settings', async () => {
    const store = await openSettings({ file: file('settings.json'), changed: () => {} })
    const { version: _, ...settings } = await original('settings.json')
    expect(store.state()).toEqual({ settings: { ...defaultSettings, ...settings }, notSaved: null })
    expect(store.notice).toBeNull()
  })

  test('connections', async () => {
    const { value, notice } = await openProfileFile({ file: file('connections.json') })
    expect([notice, value.lastUsed]).toEqual([null, 'desk'])
    expect(value.profiles).toEqual((await original('connections.json')).profiles)
  })

  test('workspaces, each with the former common link groups', async () => {
    const kept = await openWorkspaceFile({ file: file('workspaces.json') })
    const { all } = new WorkspaceStore(kept, { ...new Hands().ports, changed: () => {} })
    const { links, workspaces } = await original('workspaces.json')
    expect(kept.notice).toBeNull()
    expect(all).toEqual(workspaces.map((workspace: object) => ({ ...workspace, links })))
  })

  test('windows', async () => {
    const { atStart, notice } = await readSavedWindows({ file: file('windows.json') })
    const { windows, arrangements } = await original('windows.json')
    expect([atStart, notice]).toEqual([{ windows, arrangements }, null])
  })

  test('watchlists', async () => {
    const lists = await openWatchLists({ file: file('markets.json'), changed: () => {} })
    expect(lists.notice).toBeNull()
    expect(lists.watched('desk')).toEqual(['BTCUSD', 'ETHUSD'])
    expect(lists.seen('desk')).toEqual(['SOLUSD'])
  })

  test('alerts', async () => {
    const alerts = await openAlertFile({ file: file('alerts.json') })
    const { desk } = (await original('alerts.json')).profiles
    expect(alerts.notice).toBeNull()
    const off = { deliver: 'no', keepEvidence: false }
    const none = { remindEvery: null, escalateAfter: null, snoozedUntil: null, evidenceAt: null, ...off }
    expect(alerts.alerts('desk')).toEqual(desk.alerts.map((alert: object) => ({ ...alert, ...none })))
    const notEscalated = { escalatedAt: null, evidence: null }
    expect(alerts.fired('desk')).toEqual(desk.fired.map((each: object) => ({ ...each, ...notEscalated })))
  })

  test('conversions', async () => {
    const conversions = await openConversionFile({ file: file('conversions.json') })
    const { last, profiles } = await original('conversions.json')
    expect([conversions.notice, conversions.last]).toEqual([null, last])
    expect(conversions.entries(last)).toEqual(profiles[last].entries)
  })

  test('addresses, with their notes under a new file name', async () => {
    const core = openCore(file('addresses/desk'))
    const state = await core.open(null)
    const { labels, former } = await original('addresses/desk/book.json')
    const progress = await original('addresses/desk/service-here/progress.json')
    expect(state).toMatchObject({ rows: 5, notSaved: null, keepOnDisk: true, labels: 1 })
    expect(state.savedFilters).toEqual([{ id: 'filter-1', name: 'Base only' }])
    expect(state.progress).toMatchObject({ complete: true, newest: progress.newest, oldest: progress.oldest })
    const [[labelled, label]] = Object.entries(labels) as [[string, string]]
    expect((await core.detail({ id: labelled })).label).toBe(label)
    expect((await core.detail({ id: former[0].id })).previous?.address).toBe(former[0].address)
    await core.close(null)
    expect(await readdir(file('addresses/desk'))).toEqual(['notes.json', 'service-here'])
  })

  test('statements, unchanged', async () => {
    const archive = await openArchive(folder)
    expect(archive.facts()).toMatchObject({ statements: 2, files: 4, requestCount: 0, notice: null })
    await archive.verify()
    const { verification } = archive.facts()
    expect(verification).toMatchObject({ altered: 0, missing: 0, unknown: 0 })
    await archive.dispose()
  })
})
