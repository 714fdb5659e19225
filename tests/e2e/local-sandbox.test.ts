import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { launch, makeUserData } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { go } from './face'
import { sandboxThread } from './sandbox-thread'
import { test } from './test'

const badge = (page: Page) => page.getByRole('banner').getByText('LOCAL SANDBOX', { exact: false })
const connected = /Connected|Live/
const state = (page: Page, word: string | RegExp) =>
  expect(page.getByRole('banner')).toContainText(word, { timeout: 30_000 })

test('shows the guide, restarts the sandbox after a crash, and starts none after a disconnect', async () => {
  test.setTimeout(120_000)
  const userData = await makeUserData()
  const running = await launch({ userData })
  const { page } = running
  await expect(badge(page)).toBeVisible()
  await state(page, connected)
  await state(page, /Token \d+:\d\d/)
  await state(page, 'UTC')
  await expect(page.getByRole('dialog', { name: 'Welcome to Leadline' })).toBeVisible()
  // The guide does not block the desk.
  await go(page, 'Connections')
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Test result' })).toContainText('It works')

  const first = await sandboxThread(running.app, true)
  expect(first).toBeGreaterThan(0)
  const hasNewThread = async () => ![null, first].includes(await sandboxThread(running.app))
  await expect.poll(hasNewThread, { timeout: 30_000 }).toBe(true)
  await state(page, connected)

  const second = await sandboxThread(running.app)
  await call(page, (bridge) => bridge.call.connections.disconnect())
  expect(await sandboxThread(running.app)).toBe(second)
  await running.close()

  const last = await launch({ userData })
  await state(last.page, 'Not connected')
  expect(await sandboxThread(last.app)).toBeNull()
  await last.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
})
