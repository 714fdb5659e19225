import type { Page } from '@playwright/test'
import { expect } from './expect'
import type { OwnService } from './own-service'
import { recordOf } from './record-service'

const scope = 'conversion:read_conversion_stablecoin'

export const field = (page: Page) => page.getByLabel('Conversion IDs')
export const table = (page: Page) => page.getByRole('grid', { name: 'Conversions looked up' })
export const rowOf = (page: Page, text: string) => table(page).getByRole('row').filter({ hasText: text })
export const drawer = (page: Page) => page.getByRole('complementary', { name: 'Conversion' })
export const failures = (page: Page) => page.getByRole('region', { name: /could not be looked up$/ })
export const step = (page: Page, name: 'Created' | 'Settled' | 'Cancelled') =>
  drawer(page)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^\\s*${name}`) })

export async function openConversions(page: Page) {
  await page.keyboard.press('Control+Shift+X')
  await expect(page.getByRole('heading', { name: 'Conversions', level: 1 })).toBeVisible()
}

/** Once the view knows of the connection. */
export async function openConnected(page: Page) {
  await openConversions(page)
  await expect(page.getByText(/Connect to look up conversions/)).toHaveCount(0)
}

export async function lookUp(page: Page, id: string) {
  await field(page).fill(id)
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByText(id).first()).toBeVisible()
}

export const ofService = (service: OwnService, id: string) =>
  recordOf(service, `conversion/stablecoins/${id}`, scope)
