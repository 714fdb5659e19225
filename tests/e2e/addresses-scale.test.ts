import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import type { DepositAddressMessage } from '#shared/wire/address'
import {
  sharedAddressApp,
  button,
  exported,
  exportTo,
  foot,
  head,
  loadEverything,
  search,
  table
} from './addresses-desk'
import { expect } from './expect'
import { framesFromKeyToResult, watchFrames } from './frame-watch'
import { test } from './test'

/** `LEADLINE_ADDRESSES=250000` for a full run, which takes a minute. */
const count = Number(process.env['LEADLINE_ADDRESSES'] ?? 6000)
const figuresFile = process.env['LEADLINE_FIGURES']

const desk = sharedAddressApp({ addresses: count })
const rowHeight = 28

interface SeenRow {
  readonly place: number
  readonly address: string | null
}

const rowsInSight = (page: Page): Promise<SeenRow[]> =>
  table(page).evaluate((grid) => {
    const { top, bottom } = grid.getBoundingClientRect()
    return [...grid.querySelectorAll('[data-row]')]
      .filter((row) => {
        const box = row.getBoundingClientRect()
        return box.bottom > top + 30 && box.top < bottom
      })
      .map((row) => ({
        place: Number(row.getAttribute('aria-rowindex')) - 2,
        address: row.querySelector('.address > span')?.getAttribute('title') ?? null
      }))
  })

/** Waits until every visible row is correct. */
async function rightRows(page: Page, wanted: readonly DepositAddressMessage[]) {
  await expect
    .poll(async () => {
      const rows = await rowsInSight(page)
      const room = await table(page).evaluate(({ clientHeight }) => clientHeight)
      const enough = rows.length >= Math.min(wanted.length, Math.floor((room - 30) / rowHeight))
      const wrong = rows.filter(({ place, address }) => address !== wanted[place]?.address)
      return enough ? wrong : 'too few rows'
    })
    .toEqual([])
}

/** Megabytes of all processes and of main. */
const memory = (app: ElectronApplication) =>
  app.evaluate(({ app: running }) => {
    const metrics = running.getAppMetrics()
    const all = metrics.reduce((sum, { memory: { workingSetSize } }) => sum + workingSetSize, 0)
    const { rss, heapUsed } = process.memoryUsage()
    const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
    return { all: Math.round(all / 1024), main: megabytes(rss), heap: megabytes(heapUsed) }
  })

test('loads, searches and scrolls very many addresses', async () => {
  test.setTimeout(60_000 + count * 1.5)
  const { truth } = desk
  const { app, page } = desk.running
  expect(truth.length).toBe(count)
  const before = await memory(app)
  const begun = performance.now()
  await loadEverything(page, 30_000 + count)
  const loaded = performance.now() - begun
  await expect(foot(page)).toContainText(`${count} addresses`)
  await expect(head(page)).toContainText(`${count} loaded`)
  const after = await memory(app)

  // A common prefix, the middle of an address, an ID, and metadata.
  const one = truth[Math.floor(count * 0.6)]!
  const described = truth.find(({ metadata }) =>
    Object.values(metadata ?? {}).some((text) => text.length > 4)
  )!
  const texts = [
    truth.find(({ address }) => address.startsWith('bc1q'))!.address.slice(0, 9),
    one.address.slice(6, 14),
    one.id.slice(9, 18),
    Object.values(described.metadata!)
      .find((text) => text.length > 4)!
      .slice(0, 10)
  ]
  const frames = await watchFrames(page)
  for (const text of texts) {
    await search(page).fill('')
    await expect(foot(page)).toContainText(`${count} addresses`)
    await search(page).focus()
    for (const letter of text) {
      await page.keyboard.type(letter)
      // An overtaken key press has no results of its own.
      await expect.poll(() => frames.evaluate((watch) => watch.isAnswered()), { intervals: [20] }).toBe(true)
    }
    const found = truth.filter((row) => scanned(row).includes(text.toLowerCase()))
    expect(found.length).toBeGreaterThan(0)
    await expect(foot(page)).toContainText(`${found.length} of ${count} loaded match`)
    await rightRows(page, found)
  }
  const typed = await framesFromKeyToResult(frames)
  expect(typed.answered).toBe(typed.keys)

  await search(page).fill('')
  await expect(foot(page)).toContainText(`${count} addresses`)
  await table(page).focus()
  await rightRows(page, truth)
  for (const [key, times] of [
    ['End', 1],
    ['PageUp', 12],
    ['Home', 1],
    ['PageDown', 30],
    ['ArrowUp', 5]
  ] as const) {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key)
    await rightRows(page, truth)
  }
  await table(page).hover()
  const scrolled: object[] = []
  for (const [distance, times] of [
    [rowHeight * 7, 20],
    [count * 4, 10],
    [-3000, 20]
  ] as const) {
    await frames.evaluate((watch) => watch.restart())
    for (let time = 0; time < times; time += 1) await page.mouse.wheel(0, distance)
    await rightRows(page, truth)
    scrolled.push({ distance, times, ...(await frames.evaluate((watch) => watch.paced())) })
  }
  await table(page).evaluate((grid) => (grid.scrollTop = grid.scrollHeight / 2))
  await rightRows(page, truth)
  await cancelledExport()
  const end = await memory(app)
  const figures = { count, loadedSeconds: loaded / 1000, before, after, end, typed, scrolled }
  console.log(JSON.stringify(figures))
  if (figuresFile) await writeFile(figuresFile, JSON.stringify(figures, null, 2))
})

/** The existing file stays. */
async function cancelledExport() {
  const { running } = desk
  const { page, userData } = running
  const folder = path.join(userData, 'taken')
  const file = path.join(folder, 'addresses.json')
  await mkdir(folder)
  await writeFile(file, 'of before')
  // Pressed as soon as it appears.
  await page.evaluate(() => {
    const cancel = () =>
      [...document.querySelectorAll('main button')].find(({ textContent }) => textContent.trim() === 'Cancel')
    const watch = new MutationObserver(() => {
      const found = cancel()
      if (!(found instanceof HTMLElement)) return
      watch.disconnect()
      found.click()
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  await exportTo(running, file, 'As JSON')
  const said = page.getByRole('status').filter({ hasText: file })
  await expect(said).toContainText('The export was cancelled. Nothing was written.', { timeout: 30_000 })
  expect(await readFile(file, 'utf8')).toBe('of before')
  expect(await readdir(folder)).toEqual(['addresses.json'])
  await button(page, 'Dismiss').click()
  await exportTo(running, file, 'As JSON')
  await exported(page, file)
  const records = JSON.parse(await readFile(file, 'utf8')) as DepositAddressMessage[]
  expect(records.length).toBe(count)
  expect(await readdir(folder)).toEqual(['addresses.json'])
}

/** The searched text by a plain scan. */
const scanned = (row: DepositAddressMessage) =>
  [
    row.address,
    row.id,
    row.ref_id ?? '',
    row.profile_id,
    row.identity_id ?? '',
    row.account_id ?? '',
    row.customer_id,
    ...Object.entries(row.metadata ?? {}).flat()
  ]
    .join('\n')
    .toLowerCase()
