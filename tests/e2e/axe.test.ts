import type { Page } from '@playwright/test'
import { expect } from './expect'
import { go, run, views } from './face'
import { pushChannel } from '#shared/contract/index'
import { addPanel, setPanel } from './panels'
import { sharedApp } from './shared-app'
import { isSound } from './surface'
import { test } from './test'

const running = sharedApp({ view: 'help', between: () => Promise.resolve() })

/** In front of a view that was checked. */
const dialogIsSound = (page: Page, part: string) => isSound(page, part, 'dialog[open]')

const dialogs = [
  { name: 'Command palette', open: (page: Page) => page.keyboard.press('Control+K') },
  { name: 'Keyboard shortcuts', open: (page: Page) => page.keyboard.press('Control+/') },
  { name: 'About Leadline', open: (page: Page) => run(page, 'About Leadline') }
]

for (const view of views) {
  test(`has no serious axe violations in ${view}, and all its text is legible in any theme`, async () => {
    const { page } = running
    await go(page, view)
    // What surrounds the views is the same in all of them.
    await isSound(page, view, view === 'Markets' ? undefined : 'main')
    if (view !== 'Help') return
    for (const part of ['Keyboard shortcuts', 'Privacy', 'Third-party licences', 'About']) {
      await page
        .getByRole('navigation', { name: 'Help pages' })
        .getByRole('link', { name: part, exact: true })
        .click()
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Reading' })).toHaveCount(0)
      await isSound(page, part, 'main')
    }
  })
}

test('has no serious axe violations where the cost of a size is shown', async () => {
  const { page } = running
  await go(page, 'Markets')
  const changed = ['book', 'depth', 'cost'].map((kind) => `[data-panel][data-kind="${kind}"]`)
  for (const panel of changed.slice(0, 2)) await setPanel(page, page.locator(panel).first(), { cost: true })
  const panel = await addPanel(page, 'cost')
  await expect(panel.getByRole('textbox')).toBeVisible()
  await isSound(page, 'costs', `:is(${changed.join()})`)
  await panel.getByRole('textbox').fill('five')
  await expect(panel.getByRole('alert')).toBeVisible()
  await isSound(page, 'a wrong size', changed[2])
})

test('has no serious axe violations in a footprint with its sides', async () => {
  const { page } = running
  await go(page, 'Markets')
  const chart = page.locator('[data-panel][data-kind="chart"]').first()
  await setPanel(page, chart, { footprint: true, footprintSides: true, profile: 'visible', tools: true })
  const drawn = chart.getByRole('application')
  await drawn.focus()
  await expect
    .poll(async () => {
      await page.keyboard.press('+')
      return chart.getByRole('columnheader', { name: 'Bid × ask by price (inferred)' }).count()
    })
    .toBeGreaterThan(0)
  await isSound(page, 'footprint', '[data-panel][data-kind="chart"]')
})

test('has no serious axe violations in the list of notices', async () => {
  const { app, page } = running
  await page.keyboard.press('Control+Shift+H')
  const dialog = page.getByRole('dialog', { name: 'Notices' })
  await expect(dialog).toBeVisible()
  await app.evaluate(({ BrowserWindow }, channel) => {
    for (const kind of ['information', 'success', 'warning', 'error'])
      BrowserWindow.getAllWindows()[0]!.webContents.send(channel, { sentence: `A notice: ${kind}`, kind })
  }, pushChannel('app.notice'))
  await expect(dialog.getByRole('listitem')).toHaveCount(4)
  await dialogIsSound(page, 'notices')
  // Each is reached by keys, and removing one keeps the focus in the dialog.
  await dialog.getByRole('button', { name: 'Remove notice' }).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('button', { name: 'Remove notice' }).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog.getByRole('button', { name: 'Remove notice' }).nth(1)).toBeFocused()
  await dialog.getByRole('button', { name: 'Clear all' }).press('Enter')
  await expect(dialog.getByText('No notices in this window since it was opened.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('has no serious axe violations in dialogs, and all their text is legible in any theme', async () => {
  const { page } = running
  await go(page, 'Conversions')
  for (const { name, open } of dialogs) {
    await open(page)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await dialogIsSound(page, name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name })).toHaveCount(0)
  }
})

test('has no serious axe violations in a form with errors and its dialogs', async () => {
  const { page } = running
  await go(page, 'Connections')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await isSound(page, 'mistakes')
  await page.getByLabel('Name', { exact: true }).fill('Unsaved')
  await page.getByRole('link', { name: /^Local sandbox/ }).click()
  await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
  await dialogIsSound(page, 'discard')
  await page.getByRole('button', { name: 'Discard' }).click()
  await run(page, 'First steps')
  await expect(page.getByRole('dialog', { name: 'Welcome to Leadline' })).toBeVisible()
  await dialogIsSound(page, 'guide')
})
