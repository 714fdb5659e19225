import { expect, test } from '@playwright/test'
import { launch, makeUserData, type LaunchOptions, type RunningApp } from './app'
import { change, go, run } from './face'

let running: RunningApp | undefined
const start = async (options: LaunchOptions = {}) => (running = await launch(options))
const end = async () => {
  const ending = running
  running = undefined
  await ending?.close()
}
test.afterEach(end)

test('settings take effect at once, in every window, and over a restart', async () => {
  const userData = await makeUserData()
  const opened = await start({ userData })
  let { page } = opened
  const root = () => page.locator('html')
  await change(page, { guideDone: true })
  await go(page, 'Settings')
  const opening = opened.app.waitForEvent('window')
  await page.keyboard.press('Control+N')
  const second = await opening

  await page.getByLabel('Theme').selectOption('light')
  await page.getByLabel('Palette').selectOption('colour-blind')
  await page.getByLabel('Number format').selectOption('1.234,56')
  await page.getByLabel('Motion').selectOption('reduced')
  await page.getByRole('switch', { name: 'Sounds' }).click()
  await expect(root()).toHaveAttribute('data-theme', 'light')
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(second.locator('html')).toHaveAttribute('data-palette', 'colour-blind')
  await expect(page.getByText('-1.284.739,5062')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(/Loop p99 \d+,\d\sms/)
  await page.getByLabel('Zoom').selectOption('125')
  await expect.poll(() => page.evaluate(() => window.devicePixelRatio)).toBe(1.25)
  await end()

  page = (await start({ userData })).page
  await go(page, 'Settings')
  await expect(root()).toHaveAttribute('data-theme', 'light')
  await expect(root()).toHaveAttribute('data-motion', 'reduced')
  await expect(page.getByLabel('Zoom')).toHaveValue('125')
  await expect(page.getByRole('switch', { name: 'Sounds' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Reset to defaults' }).click()
  await expect(root()).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByLabel('Zoom')).toHaveValue('100')
})

test('a connection is added, refused for its mistakes, duplicated and deleted', async () => {
  const userData = await makeUserData()
  let { page } = await start({ userData })
  await change(page, { guideDone: true })
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
  const profiles = () => page.getByRole('navigation', { name: 'Profiles' })
  await go(page, 'Connections')
  await press('Add')
  await press('Save')
  await expect(field('Name')).toBeFocused()
  await expect(field('Name')).toHaveAttribute('aria-invalid', 'true')
  await field('Name').fill('Treasury desk')
  await field('Environment').selectOption('Production')
  await expect(page.getByRole('main')).toContainText('real balances')
  await field('REST base address').fill('http://service.example/v2')
  await field('Token host').fill('https://auth.service.example')
  await field('Stream address').fill('wss://service.example/v2/stream')
  await field('Client id').fill('desk-reader')
  await press('Save')
  await expect(field('REST base address')).toBeFocused()
  await expect(field('Token host')).not.toHaveAttribute('aria-invalid', 'true')
  await field('REST base address').fill('https://service.example/v2')
  await field('Client secret').fill('a secret of the test')
  await field('Keep the secret for this session only').check()
  await press('Save')
  await expect(page.getByText('Saved “Treasury desk”.')).toBeVisible()
  await expect(field('Client secret')).toHaveValue('')
  await expect(page.getByRole('main')).toContainText('Kept for this session')
  expect(await page.content()).not.toContain('a secret of the test')

  await press('Duplicate')
  await expect(page.getByRole('main')).toContainText('None is kept yet.')
  await expect(profiles().getByRole('link')).toHaveCount(3)
  await press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(profiles().getByRole('link')).toHaveCount(2)
  await end()

  page = (await start({ userData })).page
  await go(page, 'Connections')
  await expect(profiles().getByRole('link', { name: /Treasury desk/ })).toContainText('PRODUCTION')
})

test('the palette runs what it finds, and the first steps come back when asked for', async () => {
  const { page } = await start()
  await expect(page.getByRole('dialog', { name: 'Welcome to Leadline' })).toBeVisible()
  // The desk behind the guide stays in reach.
  await go(page, 'Settings')
  await page.getByRole('button', { name: 'Skip' }).click()
  await run(page, 'Light theme')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await run(page, 'Switch between UTC and local time')
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('local')
  await run(page, 'Third-party licences')
  await expect(page.getByText('svelte', { exact: true }).first()).toBeVisible()
  await run(page, 'First steps')
  await expect(page.getByRole('dialog', { name: 'Welcome to Leadline' })).toBeVisible()
})

test('the first start reaches the living local sandbox, and wears its badge', async () => {
  const { page } = await start()
  const bar = page.getByRole('banner')
  await expect(bar).toContainText('LOCAL SANDBOX')
  await expect(bar).toContainText(/Connected|Live/, { timeout: 30_000 })
  await expect(bar).toContainText(/Token \d+:\d\d/)
  await expect(bar).toContainText('UTC')
  await go(page, 'Connections')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Test result' })).toContainText('It works')
})
