import { expect, test, type Page } from '@playwright/test'
import { launch, makeUserData, type RunningApp } from './app'

const badge = (page: Page) => page.getByRole('banner').getByText('LOCAL SANDBOX', { exact: false })
const connected = /Connected|Live/
const state = (page: Page, word: string | RegExp) =>
  expect(page.getByRole('banner')).toContainText(word, { timeout: 30_000 })

/** The process of the local sandbox, as the app itself knows it. */
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

test('the first start connects to the local sandbox, and a crash of it heals by itself', async () => {
  const running = await launch()
  const { page } = running
  await expect(badge(page)).toBeVisible()
  await state(page, connected)
  const first = await sandboxProcess(running)
  expect(first).toBeGreaterThan(0)

  process.kill(first, 'SIGKILL')
  await expect.poll(() => sandboxProcess(running), { timeout: 30_000 }).not.toBe(first)
  await state(page, connected)
  expect(await sandboxProcess(running)).toBeGreaterThan(0)
  await running.close()
})

test('the sandbox ends with the app, even when the app is killed', async () => {
  const userData = await makeUserData()
  const quit = await launch({ userData })
  await state(quit.page, connected)
  const first = await sandboxProcess(quit)
  await quit.close()
  await expect.poll(() => lives(first)).toBe(false)

  const killed = await launch({ userData })
  await state(killed.page, connected)
  const second = await sandboxProcess(killed)
  const gone = new Promise((resolve) => killed.app.process().once('exit', resolve))
  killed.app.process().kill('SIGKILL')
  await gone
  await expect.poll(() => lives(second)).toBe(false)
})

test('a disconnect is remembered: the next start does not connect', async () => {
  const userData = await makeUserData()
  const first = await launch({ userData })
  await state(first.page, connected)
  const answer = await first.page.evaluate(() => window.leadline!.call.connections.disconnect())
  expect(answer.ok).toBe(true)
  await first.close()

  const second = await launch({ userData })
  await state(second.page, 'Not connected')
  expect(await sandboxProcess(second)).toBe(0)
  await second.close()
})
