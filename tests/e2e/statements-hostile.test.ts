import { execFile } from 'node:child_process'
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { ElectronApplication } from '@playwright/test'
import { makeUserData } from './app'
import { expect } from './expect'
import {
  connectForStatements,
  expectNoDebris,
  expectedOfViewers,
  fetchEnded,
  fetchPasted,
  list,
  openArchive,
  proveAll,
  rowsIn,
  sharedStatementsApp,
  useEmptyArchive
} from './statements-desk'
import { call } from './connections-desk'
import {
  endless,
  restlessPdf,
  sendOn,
  startHostileService,
  whole,
  type HostileStatement
} from './hostile-statements'
import { noMarkets, startOwnService } from './own-service'
import { test } from './test'

const running = sharedStatementsApp({ expected: expectedOfViewers })

const cells = [
  '<img src=x onerror="window.damaged=1">',
  '=HYPERLINK("https://evil.test","x")',
  '\u202Etxt.exe'
]
const csv = `date,note,accrued\n2026-10-01,"${cells[0]!.replaceAll('"', '""')}",0.5\n2026-10-02,"${cells[1]!.replaceAll('"', '""')}",0.5\n${cells[2]},-,0.5\n`
const good = { format: 'STATEMENT_FORMAT_CSV', give: whole(csv) }
const pdfOf = (give: HostileStatement['files'][number]['give']) => ({
  asset: 'USDP',
  files: [good, { format: 'STATEMENT_FORMAT_PDF', give }]
})
const csvOf = (give: HostileStatement['files'][number]['give']) => ({
  asset: 'USDP',
  files: [{ format: 'STATEMENT_FORMAT_CSV', give }]
})

/** Names meant to mislead a file system or a reader. */
const badNames = {
  climbing: '../../../../../../../outside',
  absolute: '/etc/passwd',
  windows: 'C:\\Windows\\..\\system.ini',
  device: 'CON',
  'device with an ending': 'nul.csv',
  port: 'COM1',
  'trailing dots': 'USDP. . .',
  colon: 'a\u0000b:stream',
  long: 'LONG'.repeat(500),
  turned: '\u202Efdp.exe',
  'lower case': 'usdp',
  'upper case': 'USDP'
}

const statementsOf = (origin: string): Record<string, HostileStatement> => ({
  ...Object.fromEntries(Object.entries(badNames).map(([name, asset]) => [name, { asset, files: [good] }])),
  'file names': {
    asset: 'USDP',
    files: ['../../evil', 'CON', 'csv', 'CSV', 'a:b', 'x'.repeat(400)].map((format) => ({ ...good, format })),
    more: { note: '<script>hurt()</script>', __proto__x: 'y', name: '../../../outside' }
  },
  restless: pdfOf(whole(restlessPdf(origin))),
  bytes: csvOf(whole('a,b\n\u0000\u0001'))
})

const refusals = (origin: string): Record<string, readonly [HostileStatement, RegExp]> => ({
  'endless lines': [csvOf(endless('2026-10-01,100.00,0.5\n')), /is larger than 256 MB/],
  'a page': [csvOf(whole('<!doctype html><script>hurt()</script>')), /A web page arrived/],
  'a program': [
    pdfOf(whole(Buffer.from('MZ\u0090\u0000\u0003'))),
    /Its PDF could not be fetched; the rest was saved. Not a valid PDF/
  ],
  'a file': [csvOf('file:///etc/passwd'), /does not open/],
  'in the clear': [csvOf('http://files.example/x.csv'), /does not open/],
  'the keeper of secrets': [csvOf('http://169.254.169.254/latest/meta-data/'), /does not open/],
  'the same over TLS': [csvOf('https://169.254.169.254/latest/meta-data/'), /does not open/],
  'sent on to a file': [
    csvOf(sendOn('file:///etc/passwd')),
    /redirected to a URL that Leadline does not open/
  ],
  'sent on in the clear': [csvOf(sendOn('http://169.254.169.254/')), /redirected to a URL/],
  'sent on for ever': [csvOf(sendOn(`${origin}/files/loop`)), /no longer valid/]
})

/** Objects of Electron that main does not hold go with their listeners. */
const collectGarbage = (app: ElectronApplication) =>
  app.evaluate(() => {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8')
    const { runInNewContext } = process.getBuiltinModule('node:vm')
    setFlagsFromString('--expose-gc')
    ;(runInNewContext('gc') as () => void)()
  })

async function listing(root: string): Promise<readonly string[]> {
  const all = await readdir(root, { recursive: true })
  const outside = all.filter((name) => !name.startsWith(path.join('inner', 'archive')))
  return Promise.all(
    outside.toSorted().map(async (name) => {
      const { size, mtimeMs } = await lstat(path.join(root, name))
      return name === 'inner' ? name : `${name} ${size} ${mtimeMs}`
    })
  )
}

test('shows hostile records and files safely or refuses them, and touches nothing outside the archive', async () => {
  test.setTimeout(120_000)
  const world = await makeUserData()
  const root = path.join(world, 'inner', 'archive')
  await mkdir(path.join(world, 'inner'))
  await writeFile(path.join(world, 'outside'), 'untouched')
  await useEmptyArchive(running, root)
  const sandbox = await startOwnService(noMarkets)
  const service = await startHostileService(sandbox.description, (origin) => ({
    ...statementsOf(origin),
    ...Object.fromEntries(Object.entries(refusals(origin)).map(([name, [statement]]) => [name, statement]))
  }))
  const { page, app } = running
  await connectForStatements(page, service.description)
  await openArchive(page)
  const before = await listing(world)
  const kept = Object.keys(statementsOf(''))
  await fetchPasted(page, kept.map(service.idOf).join())
  await fetchEnded(page)
  await page.keyboard.press('Escape')

  const rows = await rowsIn(page)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(kept.map(service.idOf).toSorted())
  await proveAll(root, rows)
  const places = (await readdir(root, { recursive: true })).map((name) => name.split(path.sep))
  for (const name of places.flat()) {
    expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9 ()_~.-]{0,119}$/)
    expect(name).not.toMatch(/^(con|nul|prn|aux|com\d)(\.|$)|[. ]$/i)
  }
  // Each has its own folder, even on a file system that ignores case.
  const lower = places.map((parts) => parts.join('/').toLowerCase())
  expect(new Set(lower).size).toBe(lower.length)

  const refused = refusals(service.origin)
  await fetchPasted(page, Object.keys(refused).map(service.idOf).join())
  await fetchEnded(page)
  await page.keyboard.press('Escape')
  const { wanted } = await call(page, (bridge) => bridge.call.statements.read())
  for (const [name, [, words]] of Object.entries(refused)) {
    const { sentence } = wanted.find(({ id }) => id === service.idOf(name)) ?? { sentence: 'it is not there' }
    expect(sentence, name).toMatch(words)
    expect(sentence, name).not.toMatch(/secret|passwd/)
  }
  // The table of the statement with the invalid PDF was kept.
  expect(await rowsIn(page)).toHaveLength(kept.length + 1)
  await expectNoDebris(root)
  expect(await listing(world)).toEqual(before)

  await page.keyboard.press('/')
  await page.keyboard.type(service.idOf('climbing'))
  await expect(list(page).getByRole('row')).toHaveCount(2)
  await list(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const seen = cells.map((text) => text.replace('\u202E', '\ufffd'))
  for (const text of seen) await expect(page.getByRole('gridcell', { name: text })).toBeVisible()
  expect(await page.evaluate(() => 'damaged' in window)).toBe(false)
  expect(await page.locator('aside img').count()).toBe(0)
  await page.keyboard.press('Escape')

  // Bidirectional characters do not affect the surrounding text.
  await page.getByRole('searchbox', { name: 'Search the statements' }).fill(service.idOf('turned'))
  await expect(list(page).getByRole('row').nth(1)).toContainText('\ufffdfdp.exe')

  // The export unpacks only into the chosen folder.
  const target = path.join(world, 'inner', 'archive-export.zip')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, target)
  const exported = await call(page, (bridge) =>
    bridge.call.statements.export({ profileId: null, from: '2026-10', to: '2026-10', assets: [] })
  )
  expect(exported?.statements).toBe(kept.length + 1)
  const unpacked = path.join(world, 'inner', 'archive-unpacked')
  await promisify(execFile)('unzip', ['-q', target, '-d', unpacked])
  const checked = await promisify(execFile)('sha256sum', ['--strict', '-c', 'SHA256SUMS'], { cwd: unpacked })
  expect(checked.stdout).not.toMatch(/FAILED/)
  expect(await listing(world)).toEqual(before)
  expect(await readFile(path.join(world, 'outside'), 'utf8')).toBe('untouched')

  // A document cannot navigate away, with or without a click.
  const restless = rows.find(({ id }) => id === service.idOf('restless'))!
  const { name } = restless.files.find((file) => file.name.endsWith('.pdf'))!
  const asked = service.asked.length
  await page.evaluate(async (what) => window.leadline!.call.statements.show(what), {
    key: restless.key,
    name
  })
  const shown = () =>
    app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().some((contents) => contents.getURL().startsWith('chrome-extension://'))
    )
  await expect.poll(shown).toBe(true)
  await collectGarbage(app)
  expect(await shown()).toBe(true)
  const count = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  await app.evaluate(async ({ webContents, shell }) => {
    shell.openExternal = () => Promise.reject(new Error('A document opened something outside'))
    const viewer = webContents
      .getAllWebContents()
      .find((one) => one.getURL().startsWith('chrome-extension://'))!
    for (const type of ['mouseDown', 'mouseUp'] as const) {
      viewer.sendInputEvent({ type, x: 400, y: 400, button: 'left', clickCount: 1 })
    }
    // Effects of the click have been drawn by then.
    await viewer.capturePage()
  })
  expect(await count()).toBe(2)
  expect(service.asked.slice(asked)).toEqual([])

  // A blocked link briefly leaves the viewer without a URL.
  await expect.poll(shown).toBe(true)
  // Esc inside the viewer closes it and returns the focus.
  await app.evaluate(({ BrowserWindow, webContents }) => {
    BrowserWindow.getAllWindows()
      .find((one) => one.webContents.getURL().includes('/archive/'))!
      .focus()
    const viewer = webContents
      .getAllWebContents()
      .find((one) => one.getURL().startsWith('chrome-extension://'))!
    for (const type of ['rawKeyDown', 'keyUp'] as const) viewer.sendInputEvent({ type, keyCode: 'Escape' })
  })
  await expect.poll(count).toBe(1)
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.webContents.getURL() ?? '')
    )
    .toContain('index.html')
  expect(service.asked.slice(asked)).toEqual([])
  await service.close()
  await sandbox.close()
  await useEmptyArchive(running)
  await rm(world, { recursive: true, force: true, maxRetries: 5 })
})
