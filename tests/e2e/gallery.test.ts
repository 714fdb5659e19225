import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { build, preview, type PreviewServer } from 'vite'
import { galleryOptions } from '../../scripts/setup/gallery.mjs'
import { project, runningAsRoot, runtime, startEnvironment } from './app'
import { expect } from './expect'
import { looks, resize, violations } from './face'
import { faintText } from './faint-text'
import { faults } from './faults'
import { test } from './test'

let folder: string
let server: PreviewServer
let app: ElectronApplication
let page: Page
const complaints: string[] = []

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-gallery-'))
  const options = {
    ...galleryOptions,
    logLevel: 'error',
    build: { target: 'chrome130', outDir: folder, minify: false }
  } as const
  await build(options)
  server = await preview(options)
  app = await _electron.launch({
    executablePath: runtime(),
    args: [
      ...(runningAsRoot ? ['--no-sandbox'] : []),
      path.join(project, 'tests/fixtures/gallery-window'),
      server.resolvedUrls!.local[0]!
    ],
    env: startEnvironment({ ELECTRON_DISABLE_SECURITY_WARNINGS: '1' })
  })
  page = await app.firstWindow()
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.reload()
  await resize(app, page, 1680, 1050)
  await page.getByLabel('Motion').selectOption('reduced')
})

test.afterAll(async () => {
  await app.close()
  await server.close()
  await rm(folder, { recursive: true })
  expect(complaints).toEqual([])
})

/** Makes every control look as if the pointer or the focus were on it, until the returned function is called. */
async function force(state: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const selector = 'main :is(button, input, select, a, [role="row"], [tabindex])'
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  const forced = { forcedPseudoClasses: [state] }
  await Promise.all(nodeIds.map((nodeId) => session.send('CSS.forcePseudoState', { nodeId, ...forced })))
  return () => session.detach()
}

/** For people: drawing 20 pages of pixels takes longer than all that is checked. */
async function picture(name: string, fullPage = true) {
  if (process.env['LEADLINE_PICTURES'] === undefined) return
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage })
}

for (const look of looks) {
  const { theme, palette } = look
  test(`has no serious axe violations in any component: ${theme}, ${palette}`, async () => {
    await page.getByLabel('Theme').selectOption(theme)
    await page.getByLabel('Palette').selectOption(palette)
    await picture('all')
    expect(await violations(page, look === looks[0] ? 'all' : 'colours')).toEqual([])
  })
}

for (const state of ['hover', 'focus-visible', 'active'])
  test(`has legible text in any theme: ${state}`, async () => {
    const release = await force(state)
    await picture('all')
    expect(await faintText(page)).toEqual([])
    await release()
  })

test('has no serious axe violations in menus and dialogs, and their text is legible in any theme', async () => {
  const open = 'dialog[open], :popover-open'
  const openers = '[data-opens], [aria-haspopup="menu"]:not([role="menuitem"])'
  for (const opener of await page.locator(openers).all()) {
    const name = (await opener.getAttribute('data-opens')) ?? (await opener.getAttribute('aria-label'))!
    await opener.click()
    const layer = page.locator(open)
    await expect(layer, name).toBeVisible()
    await picture(name, false)
    expect(await violations(page, 'all', open), name).toEqual([])
    expect(await faintText(page, open), name).toEqual([])
    await page.keyboard.press('Escape')
    await expect(layer).toHaveCount(0)
  }
})

for (const width of [960, 1280, 1680])
  test(`cuts off nothing at ${width}`, async () => {
    await resize(app, page, width, 800)
    expect(await faults(page)).toEqual([])
  })

test('is not part of the app', async () => {
  const built = path.join(project, 'out/renderer')
  const files = await readdir(built, { recursive: true })
  const code = files.filter((file) => /\.(html|js)$/.test(file))
  expect(code.length).toBeGreaterThan(2)
  for (const file of code)
    expect(await readFile(path.join(built, file), 'utf8'), file).not.toContain('data-sample')
})
