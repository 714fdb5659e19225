import type { ElectronApplication, Page } from '@playwright/test'
import type { DepositAddressMessage } from '#shared/wire/address'
import {
  sharedAddressApp,
  foot,
  loadEverything,
  search,
  showAddresses,
  shownAddresses,
  table
} from './addresses-desk'
import { notices } from './desktop'
import { expect } from './expect'
import { change, go, resize, run, violations } from './face'
import { fits } from './surface'
import { test } from './test'

/** What the service changes of an address. */
let altered: ReadonlyMap<string, Partial<DepositAddressMessage>> = new Map()
const desk = sharedAddressApp({ addresses: 1500, alter: (one) => ({ ...one, ...altered.get(one.id) }) })

const looks = [
  ['dark', 'standard'],
  ['light', 'standard'],
  ['dark', 'colour-blind']
] as const

/** Points of the row's border where the focus ring is hidden. */
async function gapsInRing(app: ElectronApplication, page: Page): Promise<string[]> {
  const box = (await table(page).locator('[aria-selected="true"]').boundingBox())!
  const accent = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--accent)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color.match(/\d+/g)!.slice(0, 3).map(Number)
  })
  const window = await app.browserWindow(page)
  return window.evaluate(
    async ({ webContents }, { x, y, width, height, wanted }) => {
      const image = await webContents.capturePage({ x, y, width, height })
      const size = image.getSize()
      const bytes = image.toBitmap()
      const unlike = (left: number, top: number) => {
        const [blue, green, red] = bytes.subarray((top * size.width + left) * 4)
        return [red, green, blue].some((part, place) => Math.abs(part! - wanted[place]!) > 24)
      }
      const gaps: string[] = []
      for (let left = 0; left < size.width; left += 1) {
        if (unlike(left, 0)) gaps.push(`top ${left}`)
        if (unlike(left, size.height - 1)) gaps.push(`bottom ${left}`)
      }
      for (let top = 0; top < size.height; top += 1) {
        if (unlike(0, top)) gaps.push(`left ${top}`)
        if (unlike(size.width - 1, top)) gaps.push(`right ${top}`)
      }
      return gaps.slice(0, 8)
    },
    { x: box.x, y: box.y, width: box.width, height: box.height, wanted: accent }
  )
}

test('finds any part of an address, ID or metadata while typing, with keyboard access', async () => {
  const { page } = desk.running
  const { truth } = desk
  await loadEverything(page)
  await expect(foot(page)).toContainText(`${truth.length} addresses`)
  const wanted = truth[1234]!
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type(wanted.address.slice(10, 12))
  await expect(foot(page)).toContainText('at least 3 characters')
  const part = wanted.address.slice(10, 19)
  await page.keyboard.type(part.slice(2))
  const same = (text: string | undefined) => text?.toLowerCase().includes(part.toLowerCase()) === true
  const expected = truth.filter((one) => same(one.address))
  await expect(foot(page)).toContainText(`${expected.length} of ${truth.length} loaded match`)
  await expect.poll(() => shownAddresses(page)).toEqual(expected.map(({ address }) => address))
  await expect(table(page).locator('mark').first()).toHaveText(new RegExp(part, 'i'))
  await page.keyboard.press('ArrowDown')
  await expect(table(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('complementary', { name: /deposit address$/ })
  await expect(drawer.getByLabel('All fields')).toContainText(expected[0]!.id)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(table(page)).toBeFocused()

  // A match outside the columns.
  const described = truth.find((one) => Object.values(one.metadata ?? {}).some((value) => value.length > 4))!
  const [key, value] = Object.entries(described.metadata!).find(([, text]) => text.length > 4)!
  await search(page).fill(value)
  await expect(table(page).getByText(`metadata ${key}:`).first()).toContainText(value)
  await search(page).fill('no such thing anywhere')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(table(page)).toBeVisible()
  await page.getByRole('button', { name: 'Order: Newest first' }).click()
  await page
    .getByRole('menuitemradio', { name: 'Oldest first' })
    .or(page.getByText('Oldest first').last())
    .first()
    .click()
  await expect.poll(async () => (await shownAddresses(page))[0]).toBe(truth.at(-1)!.address)
  await table(page).focus()
  await page.keyboard.press('End')
  await expect.poll(async () => (await shownAddresses(page)).at(-1)).toBe(truth[0]!.address)
  expect(await violations(page)).toEqual([])
})

test('shows the focused row and leaves enough space between lines', async () => {
  const { app, page } = desk.running
  await loadEverything(page)
  await table(page).focus()
  await page.keyboard.press('ArrowDown')
  for (const [theme, palette] of looks) {
    await change(page, { theme, palette })
    // Waits for the theme to be painted.
    await expect.poll(() => gapsInRing(app, page), { message: `${theme} ${palette}` }).toEqual([])
  }
  await change(page, { theme: 'dark', palette: 'standard' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary')).toBeVisible()
  await resize(app, page, 960, 600)
  const height = async () => (await foot(page).boundingBox())!.height
  const twoLines = 66
  expect(await height()).toBeLessThanOrEqual(twoLines)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await search(page).fill('ab')
  await expect(foot(page)).toContainText('at least 3 characters')
  expect(await height()).toBeLessThanOrEqual(twoLines)
})

test('lists what changed since the last look, with keyboard access', async () => {
  const { page } = desk.running
  const { truth } = desk
  await loadEverything(page)
  const digest = page.getByRole('region', { name: 'Changes since your last look' })
  await go(page, 'Help')
  await showAddresses(page)
  altered = new Map(truth.slice(3, 6).map(({ id }, place) => [id, { ref_id: `moved-${place}` }]))
  try {
    await run(page, 'Compare all deposit addresses with the service')
    await expect(digest.getByRole('status')).toContainText('3 changed', { timeout: 30_000 })
  } finally {
    altered = new Map()
  }
  await digest.getByRole('button', { name: 'Show changes' }).press('Enter')
  const list = digest.getByRole('list', { name: 'Changes since your last look' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  for (const look of looks) {
    const [theme, palette] = look
    await change(page, { theme, palette })
    expect(await violations(page), look.join()).toEqual([])
  }
  await fits(desk.running, 'digest')
  const rows = list.getByRole('button')
  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await expect(rows.nth(1)).toContainText('moved-')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary')).toContainText('moved-')
  await page.keyboard.press('Escape')
  await expect(rows.nth(1)).toBeFocused()
  await digest.getByRole('button', { name: 'Mark as seen' }).press('Enter')
  await expect(list).toHaveCount(0)
})

test('shows all details, verifies copies, and warns of swapped addresses', async () => {
  const { app, page } = desk.running
  const { truth } = desk
  const wanted = truth.find(
    (one) => one.crypto_network === 'BITCOIN' && one.metadata && one.address.startsWith('bc1')
  )!
  await page.evaluate((id) => {
    window.location.hash = `#/addresses/${id}`
  }, wanted.id)
  const drawer = page.getByRole('complementary', { name: 'Bitcoin deposit address' })
  await expect(drawer).toBeVisible()
  await expect(drawer).toContainText('The checksum is valid for Bitcoin')
  await expect(drawer.getByRole('img', { name: `QR code of the address ${wanted.address}` })).toBeVisible()
  const groups = await drawer.locator('.address > span').allInnerTexts()
  expect(groups.join('')).toBe(wanted.address)
  for (const [key, value] of Object.entries(wanted.metadata!)) {
    await expect(drawer.getByLabel('Metadata')).toContainText(key)
    await expect(drawer.getByLabel('Metadata')).toContainText(value)
  }
  await drawer.getByRole('switch', { name: 'As a payment request' }).check()
  await expect(drawer.getByRole('img', { name: /payment request bitcoin:/ })).toBeVisible()

  await drawer.getByLabel('Your label').fill('Treasury cold one')
  await page.keyboard.press('Enter')
  await expect(table(page)).toContainText('Treasury cold one')
  expect(await violations(page)).toEqual([])

  const clipboard = () => app.evaluate(({ clipboard: system }) => system.readText())
  await drawer.getByRole('button', { name: 'Copy as JSON' }).click()
  await expect(drawer).toContainText('Clipboard verified')
  expect(JSON.parse(await clipboard())).toEqual(wanted)
  await drawer.getByRole('button', { name: 'Copy address' }).click()
  await expect.poll(clipboard).toBe(wanted.address)
  await app.evaluate(({ clipboard: system }) => system.writeText('A plain note'))
  const other = truth.find((one) => one.crypto_network === 'BITCOIN' && one.address !== wanted.address)!
  await app.evaluate(({ clipboard: system }, text) => system.writeText(text), other.address)
  const warning = page.getByRole('alert').filter({ hasText: 'The copied address was replaced' })
  await expect(warning).toContainText(other.address)
  await expect(warning).toContainText(wanted.address)
  await expect(drawer).not.toContainText('Clipboard verified')
  // The user is in another program.
  await expect.poll(() => notices.shown()).toBe(1)
  await warning.getByRole('button', { name: 'Copy again' }).click()
  await expect(warning).toHaveCount(0)
  expect(await clipboard()).toBe(wanted.address)
  await app.evaluate(({ clipboard: system }, text) => system.writeText(text), other.address)
  await expect(warning).toContainText(other.address)
  await notices.dismiss()
  await page.keyboard.press('Escape')
  await showAddresses(page)
  await expect(warning).toBeVisible()
  await warning.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(warning).toHaveCount(0)
})
