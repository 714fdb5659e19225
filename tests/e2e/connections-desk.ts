import type { Page } from '@playwright/test'
import type { Bridge } from '#shared/contract/index'
import type { Result } from '#shared/domain/base/problem'
import { expect } from './expect'

/** Throws a problem as its sentence. */
export async function call<T>(page: Page, ask: (bridge: Bridge) => Promise<Result<T>>): Promise<T> {
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const result = await bridge.evaluate(ask)
  if (!result.ok) throw new Error(result.error.sentence)
  return result.value
}

export async function openConnections(page: Page) {
  await page.keyboard.press('Control+Shift+C')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

interface Typed {
  readonly name: string
  readonly tokenHost: string
  readonly secret: string
}

export async function fillProfile(page: Page, { name, tokenHost, secret }: Typed) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('REST base URL').fill('https://api.example.test/v2')
  await page.getByLabel('Token host').fill(tokenHost)
  await page.getByLabel('Stream URL').fill('wss://stream.example.test')
  await page.getByLabel('Client ID').fill('desk')
  await page.getByLabel('Client secret', { exact: true }).fill(secret)
}

export async function addByKeys(page: Page, name: string, secret?: string): Promise<void> {
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
  if (secret !== undefined) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(secret)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Saved “${name}”.`)).toBeVisible()
}
