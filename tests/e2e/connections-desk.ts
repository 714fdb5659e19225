import type { Page } from '@playwright/test'
import type { Bridge } from '#shared/contract/index'
import type { Result } from '#shared/domain/base/problem'

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
