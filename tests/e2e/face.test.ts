import { call, openConnections } from './connections-desk'
import { expect } from './expect'
import { change, go, run } from './face'
import { sharedApp } from './shared-app'
import { test } from './test'

const desk = sharedApp({ offline: true, view: 'settings', settings: { motion: 'full' } })

test('applies settings at once in every window', async () => {
  const { page } = desk
  const root = () => page.locator('html')
  await go(page, 'Settings')
  const opening = desk.app.waitForEvent('window')
  await page.keyboard.press('Control+N')
  const second = await opening

  await page.getByLabel('Theme').selectOption('light')
  await page.getByLabel('Colours').selectOption('colour-blind')
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
  await page.getByRole('button', { name: 'Reset to defaults…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(root()).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByLabel('Zoom')).toHaveValue('100')
})

test('adds, validates, duplicates and deletes a connection; keeps it and settings after a restart', async () => {
  let { page } = desk
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
  const profiles = () => page.getByRole('navigation', { name: 'Connections' })
  await go(page, 'Connections')
  await press('Add')
  await press('Save')
  await expect(field('Name')).toBeFocused()
  await expect(field('Name')).toHaveAttribute('aria-invalid', 'true')
  await field('Name').fill('Treasury desk')
  await field('Environment').selectOption('Production')
  await expect(page.getByRole('main')).toContainText('real balances')
  await field('REST base URL').fill('http://service.example/v2')
  await field('Token host').fill('https://auth.service.example')
  await field('Stream URL').fill('wss://service.example/v2/stream')
  await field('Client ID').fill('desk-reader')
  await press('Save')
  await expect(field('REST base URL')).toBeFocused()
  await expect(field('Token host')).not.toHaveAttribute('aria-invalid', 'true')
  await field('REST base URL').fill('https://service.example/v2')
  await field('Client secret').fill('a secret of the test')
  await field('Keep the secret for this session only').check()
  await press('Save')
  await expect(page.getByText('Saved “Treasury desk”.')).toBeVisible()
  await expect(field('Client secret')).toHaveValue('')
  await expect(page.getByRole('main')).toContainText('Kept in memory')
  expect(await page.content()).not.toContain('a secret of the test')

  await press('Duplicate')
  await expect(page.getByRole('main')).toContainText('No secret saved.')
  await expect(profiles().getByRole('link')).toHaveCount(3)
  await press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(profiles().getByRole('link')).toHaveCount(2)

  await change(page, { theme: 'light', motion: 'reduced', zoom: 125, sounds: false })
  await desk.restart()
  page = desk.page
  await go(page, 'Settings')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced')
  await expect(page.getByLabel('Zoom')).toHaveValue('125')
  await expect(page.getByRole('switch', { name: 'Sounds' })).not.toBeChecked()
  await go(page, 'Connections')
  await expect(profiles().getByRole('link', { name: /Treasury desk/ })).toContainText('PRODUCTION')
})

test('runs palette entries and reopens the guide', async () => {
  const { page } = desk
  await go(page, 'Settings')
  await run(page, 'Light theme')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await run(page, 'Switch between UTC and local time')
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('local')
  await run(page, 'Third-party licences')
  await expect(page.getByText('svelte', { exact: true }).first()).toBeVisible()
  await run(page, 'First steps')
  await expect(page.getByRole('dialog', { name: 'Welcome to Leadline' })).toBeVisible()
})

test('explains each empty field and invalid URL, and saves nothing', async () => {
  const { page } = desk
  await openConnections(page)
  await page.getByRole('button', { name: 'Save' }).click()
  for (const sentence of [
    'The connection needs a name.',
    'The REST base URL is missing.',
    'The token host is missing.',
    'The stream URL is missing.',
    'The client ID is missing.'
  ])
    await expect(page.getByText(sentence).first()).toBeVisible()

  await page.getByLabel('Name', { exact: true }).fill('local SANDBOX')
  await page.getByLabel('REST base URL').fill('http://api.example.test/v2')
  await page.getByLabel('Token host').fill('https://me:word@auth.example.test')
  await page.getByLabel('Stream URL').fill('not an address')
  await page.getByLabel('Client ID').fill('desk')
  await page.getByRole('button', { name: 'Save' }).click()
  for (const sentence of [
    'already a connection named',
    'must begin with https://',
    'must not contain a user name or password',
    'The stream URL is not a valid URL.'
  ])
    await expect(page.getByText(sentence).first()).toBeVisible()
  const { profiles } = await call(page, (bridge) => bridge.call.connections.read())
  expect(profiles).toHaveLength(1)
})
