import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { ElectronApplication, Page } from '@playwright/test'
import type { EvidenceManifest } from '#engine/recording/evidence/manifest'
import { fillDisk, mountSmallDisk, unmount } from '../hostile/computer'
import { freshFolder } from '../integration/support/folder'
import { Authority, serveStamps } from '../unit/engine/recording/evidence/authority'
import { answerFiles } from './answer-files'
import { call } from './connections-desk'
import { expect } from './expect'
import { resize, violations } from './face'
import { faintText } from './faint-text'
import { act, readWorkspaces } from './panels'
import { sharedApp } from './shared-app'
import { fits, isSound } from './surface'
import { test } from './test'
import { walk } from './walk'

const running = sharedApp({
  size: [1680, 1050],
  // The recording continues.
  between: async ({ page }) => {
    await page.evaluate(() => window.leadline!.call.replay.close())
    await expect(badge(page)).toHaveCount(0)
  }
})

const run = promisify(execFile)
const badge = (page: Page) => page.locator('header .badge', { hasText: /^Replay/ })
const bar = (page: Page) => page.getByRole('region', { name: 'Replay controls' })
const book = (page: Page) => page.getByRole('region', { name: 'Order book BTCUSD' })
const connection = '[data-panel][data-kind="connection"]'
/** Of the panels; the connection panel stays live. */
const chips = (page: Page) => page.locator(`main [data-panel]:not(${connection}) header .word`)
const state = (page: Page) => call(page, (bridge) => bridge.call.replay.read())

/** Opens it from the footer, once there is something to replay. */
async function open(page: Page) {
  await expect(book(page)).not.toHaveAttribute('data-quiet')
  const recorded = () => call(page, (bridge) => bridge.call.recording.read())
  await expect.poll(async () => (await recorded()).since, { timeout: 30_000 }).not.toBeNull()
  await page.getByRole('button', { name: 'Recording', exact: true }).click()
  await expect(badge(page)).toBeVisible()
  await expect(book(page)).not.toHaveAttribute('data-quiet')
}

/** Returns the time after the step. */
async function stepBack(page: Page): Promise<number> {
  const before = (await state(page))!.at
  await page.keyboard.press(',')
  await expect.poll(async () => (await state(page))!.at).toBeLessThan(before)
  await expect.poll(async () => (await state(page))!.phase).toBe('paused')
  return (await state(page))!.at
}

test('turns the whole window to the recording and back with one key', async () => {
  const { page } = running
  await open(page)
  await expect(chips(page).first()).toBeVisible()
  await expect.poll(async () => new Set(await chips(page).allTextContents())).toEqual(new Set(['Replay']))
  await expect(page).toHaveTitle(/^Replay/)
  await stepBack(page)
  await page.keyboard.press('l')
  await expect(badge(page)).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  await expect(book(page)).not.toHaveAttribute('data-quiet')
  expect(await chips(page).allTextContents()).not.toContain('Replay')
})

test('goes to a typed time, and says which times it has', async () => {
  const { page } = running
  await open(page)
  const field = bar(page).getByRole('textbox', { name: 'Time of the replay' })
  await page.keyboard.press('Control+g')
  await field.fill('2020-01-01 00:00')
  await field.press('Enter')
  await expect(bar(page).getByRole('alert')).toHaveText(/^The recording is from/)
  const { at } = (await state(page))!
  const wanted = new Date(at - 500).toISOString().slice(0, 23).replace('T', ' ')
  await field.fill(wanted)
  await field.press('Enter')
  await expect(badge(page)).toContainText(wanted.slice(11))
  expect((await state(page))!.at).toBe(Date.parse(`${wanted.replace(' ', 'T')}Z`))
})

test('draws the same picture of an instant however it was reached', async () => {
  const { page } = running
  await open(page)
  const recorded = () =>
    call(page, (bridge) => bridge.call.replay.overview({ from: null, to: null, parts: 1, market: null }))
  await expect.poll(async () => (await recorded()).to - (await recorded()).from).toBeGreaterThan(5000)
  const at = (await recorded()).to - 200
  await page.evaluate((out) => window.leadline!.call.replay.setRange({ in: null, out, loop: false }), at)
  const mask = [page.locator(connection)]
  const picture = () => page.locator('main').screenshot({ animations: 'disabled', mask })
  const seek = (to: number) => page.evaluate((time) => window.leadline!.call.replay.seek({ at: time }), to)
  const play = async (speed: 1 | 50, milliseconds: number) => {
    await seek(at - milliseconds)
    await page.evaluate((chosen) => window.leadline!.call.replay.setSpeed({ speed: chosen }), speed)
    await page.evaluate(() => window.leadline!.call.replay.play())
    await expect.poll(async () => (await state(page))!.phase).toBe('ended')
    expect((await state(page))!.at).toBe(at)
  }
  await play(50, 3000)
  let first = await picture()
  await expect.poll(async () => first.equals((first = await picture())), { intervals: [500] }).toBe(true)
  await play(1, 1000)
  await expect.poll(async () => (await picture()).equals(first)).toBe(true)
  await seek(at)
  await expect.poll(async () => (await picture()).equals(first)).toBe(true)
})

test('is legible and accessible in both themes, and fits small windows', async () => {
  const { page } = running
  await open(page)
  for (const [theme, rules] of [
    ['light', 'all'],
    ['dark', 'colours']
  ] as const) {
    await page.evaluate((wanted) => window.leadline!.call.settings.change({ theme: wanted }), theme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    expect(await violations(page, rules), theme).toEqual([])
  }
  // In all themes.
  expect(await faintText(page)).toEqual([])
  for (const [width, height] of [
    [1280, 800],
    [960, 640],
    [1680, 1050]
  ] as const) {
    await resize(running.app, page, width, height)
    const back = bar(page).getByRole('button', { name: /^Back to live/ })
    await expect(back).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

const answerQuestions = (app: ElectronApplication, response: number) =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showMessageBox = () => Promise.resolve({ response: chosen, checkboxChecked: false })
  }, response)

/** Skipped where mounting is not allowed. */
async function onFullDisk(
  folder: string,
  work: (disk: ReturnType<typeof fillDisk>, file: string) => Promise<void>
) {
  const mount = path.join(folder, 'small')
  await mkdir(mount)
  if (!(await mountSmallDisk(mount, 16))) return
  try {
    await work(fillDisk(mount), path.join(mount, 'evidence.zip'))
  } finally {
    await unmount(mount)
  }
}

test('keeps evidence of what it shows, live or replayed, and verifies it', async () => {
  const { app, page } = running
  const folder = await freshFolder()
  await open(page)
  await stepBack(page)
  const ask = async (file: string) => {
    await answerFiles(app, file)
    // Beside its buttons.
    await book(page)
      .locator('header')
      .click({ position: { x: 30, y: 3 } })
    await page.keyboard.press('Control+Shift+k')
  }
  const keep = async (file: string) => {
    await ask(file)
    await expect(page.getByText(`saved as ${file}`)).toBeVisible({ timeout: 30_000 })
    const unpacked = `${file}.unpacked`
    await run('unzip', ['-q', file, '-d', unpacked])
    const { stdout } = await run('python3', ['verify.py'], { cwd: unpacked })
    expect(stdout).toContain('as they were when they were signed: BTCUSD')
    expect((await stat(path.join(unpacked, 'picture.png'))).size).toBeGreaterThan(5000)
    return JSON.parse(await readFile(path.join(unpacked, 'manifest.json'), 'utf8')) as EvidenceManifest
  }
  await onFullDisk(folder, async (disk, file) => {
    await disk.fill()
    await ask(file)
    await expect(page.getByText('could not be written to')).toBeVisible({ timeout: 30_000 })
    expect(await readdir(path.dirname(file))).toEqual(['filler'])
    await disk.makeRoom()
    await keep(file)
  })
  const replayed = await keep(path.join(folder, 'replayed.zip'))
  expect(replayed.moment).toMatchObject({ kind: 'replay', time_ns: (await state(page))!.exactAt })
  expect(replayed.state).toBe('live')
  await call(page, (bridge) => bridge.call.replay.close())
  await expect(badge(page)).toHaveCount(0)
  const authority = await Authority.make()
  const stamps = await serveStamps(async (request) => ({ body: await authority.reply(request) }))
  const choose = (stampAuthority: string) =>
    page.evaluate((url) => window.leadline!.call.settings.change({ stampAuthority: url }), stampAuthority)
  await answerQuestions(app, 1)
  expect(await choose(stamps.url)).toMatchObject({ ok: false, error: { code: 'settings.declined' } })
  await answerQuestions(app, 0)
  expect(await choose(stamps.url)).toMatchObject({ ok: true })
  const { moment } = await keep(path.join(folder, 'live.zip'))
  stamps.close()
  expect(stamps.requests.map(({ length }) => length)).toEqual([69])
  expect(moment.kind).toBe('newest')
  expect(BigInt(moment.time_ns)).toBeGreaterThan(BigInt(replayed.moment.time_ns))

  await page.keyboard.press('Control+k')
  await page.keyboard.type('Verify evidence')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Verify evidence' })
  await expect(dialog.getByText('All checks passed')).toBeVisible()
  await expect(dialog.getByText('Signed with the key of this computer')).toBeVisible()
  await expect(dialog.getByText(/^Issued for this manifest at/)).toBeVisible()
  await isSound(page, 'verified evidence', 'dialog[open]')
  await fits(running, 'verified evidence')
  await walk(page, 'dialog[open]')
  await page.keyboard.press('Escape')
  await rm(folder, { recursive: true, force: true })
})

test('shows the last figures in the time after a disconnect', async () => {
  const { page } = running
  await open(page)
  await page.keyboard.press('l')
  await expect(badge(page)).toHaveCount(0)
  await call(page, (bridge) => bridge.call.connections.disconnect())
  const isWritten = async () => {
    await call(page, (bridge) => bridge.call.replay.open({ at: null, newWindow: false }))
    return (await state(page))!.markets
  }
  await expect.poll(isWritten).toContain('BTCUSD')
  await expect(book(page).locator('header .word')).toHaveText('Not recorded')
  await expect(book(page)).toHaveAttribute('data-quiet')
  await expect(book(page).getByText('Nothing recorded.')).toHaveCount(0)
  const watchlist = page.getByRole('region', { name: 'Watchlist' })
  await expect(watchlist.locator('[data-market="BTCUSD"] .last')).toHaveText(/^[\d,]+\.\d+/)
  await call(page, (bridge) => bridge.call.connections.connect({ id: 'local-sandbox' }))
})

test('pops a panel out as what it shows', async () => {
  const { app, page } = running
  await open(page)
  const at = await stepBack(page)
  const appeared = app.waitForEvent('window')
  const { id: workspace, panels } = (await readWorkspaces(page)).all[0]!
  const { id: panel } = Object.values(panels).find(({ kind }) => kind === 'book')!
  await act(page, { do: 'panel.popOut', workspace, panel, withTabs: false })
  const popped = await appeared
  await expect(popped.locator('header .badge', { hasText: /^Replay/ })).toBeVisible()
  await expect(bar(popped)).toBeVisible()
  await expect(chips(popped)).toHaveText(['Replay'])
  expect((await state(popped))!.at).toBe(at)
  await expect(popped.getByRole('region', { name: 'Order book BTCUSD' })).not.toHaveAttribute('data-quiet')
  // It has a time of its own.
  await stepBack(popped)
  expect((await state(page))!.at).toBe(at)
  await popped.keyboard.press('l')
  await expect(chips(popped)).toHaveText(['Live'])
  await expect(badge(page)).toBeVisible()
})
