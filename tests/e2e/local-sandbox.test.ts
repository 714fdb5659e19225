import { rm } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { launch, makeUserData, type RunningApp } from './app'
import { call } from './connections-desk'
import { go } from './face'
import { test } from './test'

const badge = (page: Page) => page.getByRole('banner').getByText('LOCAL SANDBOX', { exact: false })
const connected = /Connected|Live/
const state = (page: Page, word: string | RegExp) =>
  expect(page.getByRole('banner')).toContainText(word, { timeout: 30_000 })

const sandboxProcess = ({ app }: RunningApp) =>
  app.evaluate(
    ({ app: running }) =>
      running.getAppMetrics().find(({ name }) => name === 'Leadline local sandbox')?.pid ?? 0
  )

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('shows the guide at the first start, and restarts the sandbox after a crash', async () => {
  const running = await launch()
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

  const first = await sandboxProcess(running)
  expect(first).toBeGreaterThan(0)
  process.kill(first, 'SIGKILL')
  const hasNewProcess = async () => ![0, first].includes(await sandboxProcess(running))
  await expect.poll(hasNewProcess, { timeout: 30_000 }).toBe(true)
  await state(page, connected)
  await running.close()
})

test('ends the sandbox with the app, even if killed, and remembers a disconnect', async () => {
  test.setTimeout(120_000)
  const userData = await makeUserData()
  const killed = await launch({ userData })
  await state(killed.page, connected)
  const first = await sandboxProcess(killed)
  const gone = new Promise((resolve) => killed.app.process().once('exit', resolve))
  killed.app.process().kill('SIGKILL')
  await gone
  await expect.poll(() => lives(first)).toBe(false)

  const quit = await launch({ userData })
  await state(quit.page, connected)
  const second = await sandboxProcess(quit)
  expect(second).toBeGreaterThan(0)
  await call(quit.page, (bridge) => bridge.call.connections.disconnect())
  expect(lives(second)).toBe(true)
  await quit.close()
  await expect.poll(() => lives(second)).toBe(false)

  const last = await launch({ userData })
  await state(last.page, 'Not connected')
  expect(await sandboxProcess(last)).toBe(0)
  await last.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
})
