import { expect, test, type Page } from '@playwright/test'
import { launch, type RunningApp } from './app'
import { change, go, run, views, violations } from './face'

let running: RunningApp
test.beforeAll(async () => {
  running = await launch()
})
test.afterAll(() => running.close())

const looks = [
  { theme: 'dark', palette: 'standard' },
  { theme: 'dark', palette: 'colour-blind' },
  { theme: 'light', palette: 'standard' },
  { theme: 'light', palette: 'colour-blind' }
] as const

const dialogs = [
  { name: 'Command palette', open: (page: Page) => page.keyboard.press('Control+K') },
  { name: 'Keyboard shortcuts', open: (page: Page) => page.keyboard.press('Control+/') },
  { name: 'About Leadline', open: (page: Page) => run(page, 'About Leadline') }
]

for (const look of looks) {
  test(`axe finds nothing serious: ${look.theme}, ${look.palette}`, async () => {
    const { page } = running
    await change(page, { ...look, motion: 'reduced', guideDone: true })
    for (const view of views) {
      await go(page, view)
      expect(await violations(page), view).toEqual([])
    }
    for (const part of ['Keyboard shortcuts', 'Privacy', 'Third-party licences', 'About']) {
      await page
        .getByRole('navigation', { name: 'Help pages' })
        .getByRole('link', { name: part, exact: true })
        .click()
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Reading' })).toHaveCount(0)
      expect(await violations(page), part).toEqual([])
    }
    for (const { name, open } of dialogs) {
      await open(page)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      expect(await violations(page), name).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name })).toHaveCount(0)
    }
  })

  test(`axe finds nothing serious in a form with mistakes and its dialogs: ${look.theme}, ${look.palette}`, async () => {
    const { page } = running
    await change(page, look)
    await go(page, 'Connections')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    expect(await violations(page), 'mistakes').toEqual([])
    await page.getByLabel('Name', { exact: true }).fill('Unsaved')
    await page.getByRole('link', { name: /^Local sandbox/ }).click()
    await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
    expect(await violations(page), 'discard').toEqual([])
    await page.getByRole('button', { name: 'Discard' }).click()
    await run(page, 'First steps')
    await expect(page.getByRole('dialog', { name: 'Welcome to Leadline' })).toBeVisible()
    expect(await violations(page), 'guide').toEqual([])
    await page.getByRole('button', { name: 'Skip' }).click()
  })
}
