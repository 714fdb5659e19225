import type { Page } from '@playwright/test'
import type { AddressFilters } from '#shared/contract/records/addresses/index'
import type { DepositAddressMessage } from '#shared/wire/address'
import {
  startWatchedService,
  useService,
  type WatchedOptions,
  type WatchedService
} from './addresses-service'
import type { RunningApp } from './app'
import { expect } from './expect'
import { sharedApp, type SharedApp } from './shared-app'
import { test } from './test'

export interface AddressHarness {
  readonly service: WatchedService
  /** Newest first. */
  readonly truth: readonly DepositAddressMessage[]
  readonly profileId: string
  readonly running: SharedApp
}

/** One app and service per file, reset to no loaded addresses before each test. */
export function sharedAddressApp(options: WatchedOptions = {}): AddressHarness {
  const running = sharedApp({
    offline: true,
    view: 'addresses',
    settings: { numbers: '1234.56', clock: 'utc' },
    size: [1680, 1050]
  })
  const desk = { running } as { -readonly [Name in keyof AddressHarness]: AddressHarness[Name] }
  test.beforeAll(async () => {
    desk.service = await startWatchedService(options)
  })
  test.beforeEach(async () => {
    desk.truth = await desk.service.truth()
    desk.profileId = await useService(running.page, desk.service)
    await showAddresses(running.page)
    desk.service.seen()
  })
  test.afterAll(() => desk.service.close())
  return desk
}

export const table = (page: Page) => page.getByRole('grid', { name: 'Deposit addresses' })
export const head = (page: Page) => page.locator('main header').first()
export const foot = (page: Page) => page.locator('main footer')
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Address, label or any ID' })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function showAddresses(page: Page) {
  await page.keyboard.press('Control+Shift+B')
  await expect(page.getByRole('heading', { name: 'Deposit addresses', level: 1 })).toBeVisible()
}

export async function loadEverything(page: Page, timeout = 60_000) {
  await button(page, 'Load everything').first().click()
  await expect(button(page, 'Refresh')).toBeVisible({ timeout })
}

export async function addFilter(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a filter' }).click()
  await page.getByRole('menu').getByText(name, { exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Filter: ${name}` })).toBeVisible()
}

/** In display order. */
export function loadedIds(page: Page, filters: AddressFilters): Promise<string[]> {
  return page.evaluate(async (asked) => {
    const { ask, slice, closeView } = window.leadline!.call.addresses
    const view = `check:${crypto.randomUUID()}`
    const answer = await ask({ view, sequence: 1, question: { filters: asked, search: '', order: 'DESC' } })
    if (!answer.ok) throw new Error(answer.error.sentence)
    const ids: string[] = []
    while (ids.length < answer.value.count) {
      const part = await slice({ view, from: ids.length, count: 500 })
      if (!part.ok || part.value.rows.length === 0) throw new Error(JSON.stringify(part))
      ids.push(...part.value.rows.map(({ id }) => id))
    }
    await closeView({ view })
    return ids
  }, filters)
}

/** In full. */
export const shownAddresses = (page: Page) =>
  table(page)
    .locator('[role="gridcell"].address > span')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title')))

/** Answers the file dialog and reads the finished export. */
export async function exportTo(
  { app, page }: RunningApp,
  file: string,
  line: 'As a CSV table' | 'As JSON'
): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  await button(page, 'Export').click()
  await page.getByRole('menuitem', { name: line }).click()
}

export async function exported(page: Page, file: string): Promise<void> {
  const line = page.getByRole('status').filter({ hasText: file })
  await expect(line).toContainText(/address(es)? written to/, { timeout: 30_000 })
  await button(page, 'Dismiss').click()
}
