import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noLinks } from '#engine/workspace/desk'
import { openWorkspaceFile, WorkspaceStore } from '#engine/workspace/index'
import { panelsOf, type Workspace } from '#shared/domain/workspace/index'
import { expectWhole, Hands } from './desk'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-workspaces-'))
  file = path.join(folder, 'workspaces.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function open(reports: (string | null)[] = []) {
  const kept = await openWorkspaceFile({ file, onSaveStateChange: (notSaved) => reports.push(notSaved) })
  const store = new WorkspaceStore(kept, { ...new Hands().ports, changed() {} })
  return { kept, store }
}

type Loose = Record<string, unknown>
const read = async () => JSON.parse(await readFile(file, 'utf8')) as { workspaces: Loose[]; links: Loose }
const linksOf = ({ workspaces }: { workspaces: Loose[] }) => workspaces[0]!['links'] as Loose

/** With windows, a lock and tabs. */
async function prepared(): Promise<readonly Workspace[]> {
  const { kept, store } = await open()
  const [first, second] = store.all
  const [chart, other] = panelsOf(first!.frames[0]!.root)
  store.act({ do: 'panel.popOut', workspace: first!.id, panel: chart!, withTabs: false })
  store.act({ do: 'panel.popOut', workspace: first!.id, panel: other!, withTabs: false })
  store.act({ do: 'workspace.lock', workspace: second!.id, locked: true })
  store.act({ do: 'link.show', workspace: store.all[0]!.id, link: 'b', market: 'LTCUSD' })
  await kept.saved()
  return store.all
}

test('restores changes after a restart', async () => {
  expect((await open()).kept.notice).toBeNull()
  const before = await prepared()
  const { kept, store } = await open()
  expect(kept.notice).toBeNull()
  expect(store.all).toEqual(before)
  expect(store.state.all[0]!.links.b).toBe('LTCUSD')
  expect(await readdir(folder)).toEqual(['workspaces.json'])
})

test('saves a change at exit', async () => {
  const { kept, store } = await open()
  store.act({ do: 'link.show', workspace: store.all[0]!.id, link: 'a', market: 'ETHUSD' })
  store.saveNow()
  expect(linksOf(await read())['a']).toBe('ETHUSD')
  await kept.saved()
})

test('restores the maximized panel', async () => {
  const { kept, store } = await open()
  const [first] = store.all
  const [panel] = panelsOf(first!.frames[0]!.root)
  store.act({ do: 'window.fill', workspace: first!.id, frame: 'main', panel: panel! })
  await kept.saved()
  expect((await open()).store.all[0]!.frames[0]!.filled).toBe(panel)
})

test('writes no undo history', async () => {
  const { kept, store } = await open()
  store.act({ do: 'workspace.rename', workspace: store.all[0]!.id, name: 'Mine' })
  store.act({ do: 'undo', workspace: store.all[0]!.id })
  await kept.saved()
  expect((await read()).workspaces[0]!['name']).toBe('BTC desk')
})

test('drops a panel of an unknown kind only', async () => {
  const before = await prepared()
  const content = await read()
  const panels = content.workspaces[1]!['panels'] as Record<string, Loose>
  const [odd] = Object.keys(panels)
  panels[odd!] = { ...panels[odd!], kind: 'hologram' }
  await writeFile(file, JSON.stringify(content))
  const { kept, store } = await open()
  expect(kept.notice).toContain('“Majors ×4” could not be read completely')
  expect(store.all[0]).toEqual(before[0])
  expect(store.all[1]!.locked).toBe(true)
  expect(Object.keys(store.all[1]!.panels)).toHaveLength(Object.keys(before[1]!.panels).length - 1)
  expect(await readdir(folder)).toHaveLength(2)
})

test('places panels of an unreadable layout in the desk', async () => {
  const before = await prepared()
  const content = await read()
  content.workspaces[0]!['frames'] = 'nonsense'
  await writeFile(file, JSON.stringify(content))
  const { store } = await open()
  expect(store.all[0]!.frames).toHaveLength(1)
  expect(store.all[0]!.panels).toEqual(before[0]!.panels)
  expect(panelsOf(store.all[0]!.frames[0]!.root)).toHaveLength(Object.keys(before[0]!.panels).length)
})

test('drops unreadable settings only', async () => {
  const before = await prepared()
  const content = await read()
  const panels = content.workspaces[0]!['panels'] as Record<string, Loose>
  const chart = Object.values(panels).find(({ kind }) => kind === 'chart')!
  chart['settings'] = { interval: { deep: true } }
  await writeFile(file, JSON.stringify(content))
  const { store } = await open()
  const id = String(chart['id'])
  expect(store.all[0]!.panels[id]).toEqual({ ...before[0]!.panels[id], settings: {} })
  expect(store.all[0]!.frames).toEqual(before[0]!.frames)
})

test('always salvages a valid desk and keeps the damaged file', async () => {
  await prepared()
  const text = await readFile(file, 'utf8')
  const damage = fc.constantFrom<unknown>(
    null,
    0,
    -1,
    1e9,
    '',
    'x',
    [],
    {},
    true,
    'main',
    'tabs',
    'row',
    [1, 2]
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(1e6), damage), { minLength: 1, maxLength: 4 }),
      async (hits) => {
        const content: unknown = JSON.parse(text)
        for (const [where, value] of hits) {
          const places = placesIn((content as { workspaces: unknown }).workspaces)
          const place = places[where % places.length]
          if (place) Reflect.set(place.holder, place.key, structuredClone(value))
        }
        await rm(folder, { recursive: true })
        await mkdir(folder)
        await writeFile(file, JSON.stringify(content))
        const { kept, store } = await open()
        expectWhole({ all: store.all, links: noLinks, histories: {}, removed: [] })
        // Either valid, or a copy is kept.
        expect((await readdir(folder)).length).toBe(kept.notice === null ? 1 : 2)
        expect(kept.notice ?? '').not.toContain('not saved')
      }
    ),
    { numRuns: 80 }
  )
})

/** Every nested value with its parent. */
function placesIn(value: unknown): { holder: object; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((key) => [{ holder: value, key }, ...placesIn(Reflect.get(value, key))])
}

test.each(['', '{', '[]', 'null'])('quarantines a foreign file: %s', async (text) => {
  await writeFile(file, text)
  const { kept, store } = await open()
  expect(kept.notice).toContain('set aside')
  expect(store.all.map(({ name }) => name)).toEqual(['BTC desk', 'Majors ×4', 'Stablecoins'])
  store.act({ do: 'link.show', workspace: store.all[0]!.id, link: 'a', market: 'ETHUSD' })
  await kept.saved()
  expect(await readdir(folder)).toHaveLength(2)
})

test('never writes a newer file, and reports it', async () => {
  await writeFile(file, '{"version":2,"future":true}')
  const reports: (string | null)[] = []
  const { kept, store } = await open(reports)
  expect(kept.notice).toContain('newer')
  store.act({ do: 'link.show', workspace: store.all[0]!.id, link: 'a', market: 'ETHUSD' })
  await kept.saved()
  store.saveNow()
  expect(await readFile(file, 'utf8')).toBe('{"version":2,"future":true}')
  expect(reports).toEqual([expect.stringContaining('newer')])
})

test('reports an unwritable file until it recovers', async () => {
  const reports: (string | null)[] = []
  const { kept, store } = await open(reports)
  await mkdir(file)
  store.act({ do: 'link.show', workspace: store.all[0]!.id, link: 'a', market: 'ETHUSD' })
  await kept.saved()
  expect(reports).toEqual([expect.stringContaining('could not be saved')])
  await rm(file, { recursive: true })
  store.act({ do: 'link.show', workspace: store.all[0]!.id, link: 'a', market: 'SOLUSD' })
  await kept.saved()
  expect(reports).toEqual([expect.anything(), null])
})

test('retries a failed save at the end', async () => {
  const { kept, store } = await open()
  await mkdir(file)
  store.act({ do: 'link.show', workspace: store.all[0]!.id, link: 'a', market: 'ETHUSD' })
  await kept.saved()
  await expect(store.dispose()).rejects.toThrow()
  await rm(file, { recursive: true })
  await store.dispose()
  expect(linksOf(await read())['a']).toBe('ETHUSD')
  await rm(file)
  await store.dispose()
  expect(await readdir(folder)).toEqual([])
})

test('waits for a pending write even if saving fails', async () => {
  const { kept, store } = await open()
  let done = () => {}
  const writing = new Promise<void>((resolve) => (done = resolve))
  const failing = new WorkspaceStore(
    {
      ...kept,
      saveNow() {
        throw new Error('The disk is full.')
      },
      saved: () => writing
    },
    { ...new Hands().ports, changed: () => {} }
  )
  const order: string[] = []
  const end = failing.dispose().catch(() => order.push('ended'))
  await new Promise((next) => setImmediate(next))
  order.push('written')
  done()
  await end
  expect(order).toEqual(['written', 'ended'])
  expect(store.all).toHaveLength(3)
})

test('resets to the first start', async () => {
  await prepared()
  const { store } = await open()
  await store.clear()
  const again = await open()
  expect(again.store.all.map(({ name }) => name)).toEqual(['BTC desk', 'Majors ×4', 'Stablecoins'])
  expect(again.store.all[0]!.frames).toHaveLength(1)
  expect(again.store.state.all[0]!.links.b).toBe('ETHUSD')
})

test('migrates a file with one set of link groups', async () => {
  await prepared()
  const { workspaces, ...rest } = await read()
  const older = workspaces.map(({ links: _links, shared: _shared, ...workspace }) => workspace)
  const links = { a: 'LTCUSD', b: 'XYZEUR', c: null, d: null, e: 'USDPUSD', f: null }
  await writeFile(file, JSON.stringify({ ...rest, workspaces: older, links }))
  const { kept, store } = await open()
  expect(kept.notice).toBeNull()
  expect(store.all).toHaveLength(older.length)
  for (const workspace of store.state.all) expect(workspace.links).toEqual(links)
})
