import type { Page } from '@playwright/test'
import { ready } from './app'
import { expect } from './expect'
import { change, go, views } from './face'
import { startOwnService, useOwnService } from './own-service'
import { sharedApp } from './shared-app'
import { test } from './test'

const running = sharedApp({ view: 'help', between: () => Promise.resolve() })
/** Without focus, dialogs and notices of the test before. */
async function freshPage(): Promise<Page> {
  await running.page.reload()
  await ready(running.page)
  return running.page
}

const controls =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), summary, [tabindex="0"]'

/** Marks visible controls for the walk. */
const mark = (page: Page) =>
  page.evaluate((selector) => {
    for (const before of document.querySelectorAll<HTMLElement>('[data-walk]')) delete before.dataset['walk']
    const seen = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (control) => control.tabIndex >= 0 && control.checkVisibility() && !control.closest('[inert]')
    )
    seen.forEach((control, place) => (control.dataset['walk'] = String(place)))
    return seen.map(
      (control) => control.getAttribute('aria-label') ?? control.textContent?.trim() ?? control.id
    )
  }, controls)

async function addByKeys(page: Page, name: string) {
  await page.keyboard.press('Control+Shift+A')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  for (const address of ['https://127.0.0.1:1/v2', 'https://127.0.0.1:1', 'wss://127.0.0.1:1/v2/stream']) {
    await page.keyboard.type(address)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('client')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Saved “${name}”.`)).toBeVisible()
}

async function walk(page: Page) {
  await page.locator('main').focus()
  const all = await mark(page)
  const reached = new Set<number>()
  const ringless: string[] = []
  for (let step = 0; step < all.length * 2 + 10 && reached.size < all.length; step++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const control = document.activeElement as HTMLElement | null
      if (!control?.dataset['walk']) return null
      // A grid has its ring on the active row, or around all rows, which would cover its own.
      const row = document.getElementById(control.getAttribute('aria-activedescendant') ?? '')
      const rings = [control, control.closest('label'), row].filter((each) => each !== null)
      const around = getComputedStyle(control.parentElement!, '::after')
      const ring =
        rings.some((each) => getComputedStyle(each).outlineStyle !== 'none') ||
        (control.role === 'grid' && around.content !== 'none' && around.borderTopStyle === 'solid')
      return { place: Number(control.dataset['walk']), ring, html: control.outerHTML.slice(0, 120) }
    })
    if (!focused) continue
    reached.add(focused.place)
    if (!focused.ring) ringless.push(focused.html)
  }
  // A new minute adds a row to a table of figures, and the tab stop of its grid moves there.
  const moved = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('td[data-walk]')]
      .filter((cell) => cell.tabIndex < 0)
      .map((cell) => Number(cell.dataset['walk']))
  )
  expect(all.filter((_, place) => !reached.has(place) && !moved.includes(place))).toEqual([])
  expect(ringless).toEqual([])
}

for (const view of views) {
  if (view === 'Markets') continue
  test(`reaches every control of ${view} by Tab, with a visible focus ring`, async () => {
    const { page } = running
    await go(page, view)
    // Waits until no controls are added.
    await expect(page.getByRole('banner')).toContainText(/Connected|Live/, { timeout: 30_000 })
    if (view === 'Diagnostics') {
      // Waits for the rows with buttons.
      const books = page.getByRole('region', { name: 'Books by state and age' })
      await expect(books.getByRole('button', { name: /^Remove .* from watchlist/ })).toHaveCount(12, {
        timeout: 30_000
      })
      await expect(page.getByRole('button', { name: 'Copy log folder path' })).toBeVisible()
    }
    if (view === 'Recordings') await expect(page.getByText(/ in 1 day$/)).toBeVisible({ timeout: 30_000 })
    await walk(page)
  })
}

test('starts with a skip link to the content', async () => {
  const page = await freshPage()
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('traps focus in dialogs, closes them with Esc, and restores the focus', async () => {
  const page = await freshPage()
  await addByKeys(page, 'By keys')
  const opener = page.getByRole('button', { name: 'Delete', exact: true })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Delete/ })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const focused = document.activeElement
      return focused !== document.body && focused?.closest('dialog') === null
    })
    expect(outside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('adds and deletes a connection by keyboard', async () => {
  const page = await freshPage()
  await addByKeys(page, 'Without a mouse')
  const remove = page.getByRole('button', { name: 'Delete', exact: true })
  await remove.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Deleted “Without a mouse”.')).toBeVisible()
})

test('opens search with /, help with F1 and settings with Ctrl+comma', async () => {
  const page = await freshPage()
  await page.keyboard.press('F1')
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search glossary')).toBeFocused()
  await page.keyboard.type('and/or')
  await expect(page.getByLabel('Search glossary')).toHaveValue('and/or')
  await page.keyboard.press('Control+,')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})

test('reaches every control of Markets by Tab, with a visible focus ring', async () => {
  const { page } = running
  const service = await startOwnService()
  try {
    await change(page, { staleAfter: 60 })
    await useOwnService(page, service, ['BTCUSD', 'ETHUSD'])
    await go(page, 'Markets')
    await expect(page.locator('[data-panel]')).toHaveCount(7)
    await expect(page.locator('[data-panel][data-quiet]')).toHaveCount(0)
    // Rows of tables move with their figures, so the walk begins when none has for longer than tables wait.
    await service.pause()
    let before: string | null = null
    await expect
      .poll(
        async () => {
          const [known, now] = [before, await page.locator('table').allTextContents()]
          before = String(now)
          return before === known
        },
        { intervals: [1500] }
      )
      .toBe(true)
    await walk(page)
  } finally {
    await service.close()
  }
})
