import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyLogs } from '#main/app/data/empty'
import { backUp, clearFolder, listFolders, type DataPorts } from '#main/app/data/folders'
import { zip } from '#engine/base/files/index'
import { unzip } from '../../../../integration/support/unzip'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-data-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const ports = (more: Partial<DataPorts> = {}): DataPorts => {
  const at = (name: string) => ({ path: path.join(folder, name), clear: null })
  return {
    now: () => new Date(2026, 2, 4, 5, 6, 7),
    askForFile: (suggestion) => Promise.resolve(path.join(folder, suggestion)),
    folders: {
      settings: at('settings.json'),
      connections: at('connections.json'),
      markets: at('markets.json'),
      alerts: at('alerts.json'),
      delivery: at('delivery.json'),
      drawings: at('drawings.json'),
      workspaces: at('workspaces.json'),
      templates: at('templates.json'),
      recordings: at('recordings'),
      evidence: at('evidence'),
      queries: at('queries.json'),
      savedReports: at('saved-reports.json'),
      addresses: at('addresses'),
      conversions: at('conversions.json'),
      quotes: at('quotes'),
      statements: at('statements'),
      archive: { ...at('archive.json'), companion: path.join(folder, 'archive-provenance.json') },
      documents: at('documents'),
      windows: at('windows.json'),
      updates: { ...at('updates.json'), companion: path.join(folder, 'updates') },
      logs: at('logs'),
      reports: at('reports'),
      cache: { ...at('cache'), bytes: () => Promise.resolve(42) }
    },
    ...more
  }
}

test('reads back any archive', async () => {
  const entry = fc.record({
    name: fc.stringMatching(/^[a-zä€]{1,20}\.json$/),
    content: fc.uint8Array({ maxLength: 5000 })
  })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(entry, { selector: ({ name }) => name, maxLength: 5 }),
      async (entries) => {
        const read = unzip(await zip(entries, new Date(2026, 1, 2)))
        expect([...read.keys()]).toEqual(entries.map(({ name }) => name))
        for (const { name, content } of entries) expect(read.get(name)).toEqual(Buffer.from(content))
      }
    )
  )
})

test('contains the user’s data with folders, without logs', async () => {
  for (const name of ['settings.json', 'connections.json'])
    await writeFile(path.join(folder, name), `content of ${name}`)
  await mkdir(path.join(folder, 'logs'))
  await writeFile(path.join(folder, 'logs', 'leadline.log'), 'a line')
  for (const name of ['archive.json', 'archive-provenance.json'])
    await writeFile(path.join(folder, name), `content of ${name}`)
  await mkdir(path.join(folder, 'quotes', 'one'), { recursive: true })
  await writeFile(path.join(folder, 'quotes', 'one', 'BTCUSD.json'), 'quotes of one')
  await writeFile(path.join(folder, 'quotes', 'one', 'BTCUSD.json.7-1.tmp'), 'half wri')
  const made = await backUp(ports(), 'window-1')
  expect(path.basename(made!.path)).toBe('leadline-backup-2026-03-04.zip')
  const content = await readFile(made!.path)
  expect(content.length).toBe(made!.bytes)
  const entries = unzip(content)
  expect([...entries.keys()]).toEqual([
    'settings.json',
    'connections.json',
    'quotes/one/BTCUSD.json',
    'archive.json',
    'archive-provenance.json'
  ])
  expect(entries.get('quotes/one/BTCUSD.json')?.toString()).toBe('quotes of one')
  expect(entries.get('settings.json')?.toString()).toBe('content of settings.json')
})

test('writes nothing if cancelled, and reports failures', async () => {
  expect(await backUp(ports({ askForFile: () => Promise.resolve(null) }), 'w')).toBeNull()
  expect(await readdir(folder)).toEqual([])
  await writeFile(path.join(folder, 'file'), '')
  const target = path.join(folder, 'file', 'a.zip')
  await expect(backUp(ports({ askForFile: () => Promise.resolve(target) }), 'w')).rejects.toMatchObject({
    problem: { code: 'data.backup', sentence: expect.stringContaining(target) as string }
  })
})

test('returns file sizes, and 0 for missing files', async () => {
  await mkdir(path.join(folder, 'logs', 'deeper'), { recursive: true })
  await writeFile(path.join(folder, 'logs', 'a'), '12345')
  await writeFile(path.join(folder, 'logs', 'deeper', 'b'), '123')
  const bytes = Object.fromEntries((await listFolders(ports())).map((place) => [place.kind, place.bytes]))
  expect(bytes).toEqual({
    settings: 0,
    connections: 0,
    markets: 0,
    alerts: 0,
    delivery: 0,
    drawings: 0,
    workspaces: 0,
    templates: 0,
    recordings: 0,
    evidence: 0,
    queries: 0,
    savedReports: 0,
    addresses: 0,
    conversions: 0,
    quotes: 0,
    statements: 0,
    archive: 0,
    documents: 0,
    windows: 0,
    updates: 0,
    logs: 8,
    reports: 0,
    cache: 42
  })
})

test('refuses or explains a failed clearing', async () => {
  await expect(clearFolder(ports(), 'logs')).rejects.toMatchObject({
    problem: { code: 'data.not-clearable' }
  })
  const folders = { ...ports().folders, logs: { path: '/x', clear: () => Promise.reject(new Error('no')) } }
  await expect(clearFolder(ports({ folders }), 'logs')).rejects.toMatchObject({
    problem: { code: 'data.not-cleared' }
  })
})

test('empties the current log and deletes the others', async () => {
  for (const name of ['leadline.log', 'leadline.1.log']) await writeFile(path.join(folder, name), 'line')
  await emptyLogs(folder)
  expect(await readdir(folder)).toEqual(['leadline.log'])
  expect(await readFile(path.join(folder, 'leadline.log'), 'utf8')).toBe('')
})
