import type { Page } from '@playwright/test'
import { ready } from './app'
import { addByKeys } from './connections-desk'
import { expect } from './expect'
import { change, go, views } from './face'
import { startOwnService, useOwnService } from './own-service'
import { sharedApp } from './shared-app'
import { test } from './test'
import { walk } from './walk'

const running = sharedApp({ view: 'help', between: () => Promise.resolve() })
/** Without focus, dialogs and notices of the test before. */
async function freshPage(): Promise<Page> {
  await running.page.reload()
  await ready(running.page)
  return running.page
}

/** From where the skip link leads. */
async function walkAll(page: Page) {
  await page.locator('main').focus()
  await walk(page)
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
    await walkAll(page)
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
    await walkAll(page)
  } finally {
    await service.close()
  }
})
