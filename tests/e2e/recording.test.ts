import path from 'node:path'
import type { Page } from '@playwright/test'
import type { RecordingState } from '#shared/contract/recording/recording'
import { expect } from './expect'
import { go } from './face'
import { plainBook, recordedBook, recordedLines } from '../integration/support/recorded-book'
import type { RunningApp } from './app'
import { call } from './connections-desk'
import { startOwnService, type OwnService } from './own-service'
import { useRecordService } from './record-service'
import { sharedApp } from './shared-app'
import { test } from './test'

const markets = ['BTCUSD', 'ETHUSD'] as const

const running = sharedApp({ offline: true, own: true, view: 'settings', between: () => Promise.resolve() })
const recordings = () => path.join(running.userData, 'recordings')
let service: OwnService
test.beforeAll(async () => {
  service = await startOwnService(['--client-id', 'desk', '--client-secret', 'secret'])
  await useRecordService(running.page, service, markets, true)
})
test.afterAll(() => service.close())

const recording = (page: Page): Promise<RecordingState> =>
  call(page, (bridge) => bridge.call.recording.read())

const phase = async () => (await recording(running.page)).phase
const linesSoFar = () => recordedLines(recordings()).catch(() => [])
const startsIn = (lines: readonly string[][]) =>
  lines.filter(([, , , text]) => text!.startsWith('{"event":"clock"')).length

/** The process that writes, by its name. */
const killRecorder = ({ app }: RunningApp) =>
  app.evaluate(({ app: electron }) => {
    const found = electron.getAppMetrics().find(({ name }) => name === 'Leadline recorder')
    if (!found) return false
    process.kill(found.pid, 'SIGKILL')
    return true
  })

test('recording follows its setting, and starts over once its data was cleared', async () => {
  const { page } = running
  const hasRecorder = () =>
    running.app.evaluate(({ app: electron }) =>
      electron.getAppMetrics().some(({ name }) => name === 'Leadline recorder')
    )
  await expect.poll(async () => (await recording(page)).bytes ?? 0, { timeout: 30_000 }).toBeGreaterThan(0)
  await go(page, 'Settings')
  const section = page.getByRole('region', { name: 'Recording' })
  await expect(section.getByRole('status')).toContainText('Recording since')
  await section.getByRole('switch', { name: 'Record the stream' }).click()
  await expect(section.getByRole('status')).toHaveText(/^Recording is turned off/)
  await expect.poll(hasRecorder).toBe(false)
  const before = await recordedLines(recordings())
  await section.getByRole('switch', { name: 'Record the stream' }).click()
  await expect.poll(phase, { timeout: 30_000 }).toBe('recording')
  await expect.poll(async () => (await linesSoFar()).length).toBeGreaterThan(before.length)
  await page.getByRole('button', { name: 'Clear: Recordings' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByText('Cleared: Recordings.')).toBeVisible()
  await expect.poll(phase, { timeout: 30_000 }).toBe('recording')
  await expect.poll(async () => (await linesSoFar())[0]).toMatchObject({ 0: '1', 2: 'e' })
})

test('a kill of the app costs what was under way, and the next start continues the log', async () => {
  await expect.poll(linesSoFar, { timeout: 30_000 }).not.toEqual([])
  running.app.process().kill('SIGKILL')
  await expect.poll(() => running.hasEnded()).toBe(true)
  const before = await recordedLines(recordings())
  await running.restart()
  await expect.poll(phase, { timeout: 30_000 }).toBe('recording')
  await expect.poll(async () => (await linesSoFar()).length).toBeGreaterThan(before.length)
  const { verification } = await call(running.page, (bridge) => bridge.call.recording.verify())
  expect(verification).toMatchObject({ result: { damage: [] } })
  const lines = await recordedLines(recordings())
  expect(lines.map(([seq]) => Number(seq))).toEqual(lines.map((_, index) => index + 1))
  expect(lines[0]).toEqual(before[0])
  expect(startsIn(lines)).toBe(startsIn(before) + 1)
})

test('the books of the service follow from the recording alone, though its recorder was killed', async () => {
  const { page } = running
  await expect.poll(phase, { timeout: 30_000 }).toBe('recording')
  // It may be shown for a moment only, because the recorder is restarted at once.
  const isSaid = page.waitForFunction(() =>
    document.querySelector('footer')?.textContent.includes('Not recording')
  )
  expect(await killRecorder(running)).toBe(true)
  await isSaid
  await expect.poll(phase, { timeout: 30_000 }).toBe('recording')
  await expect.poll(async () => (await recording(page)).bytes ?? 0).toBeGreaterThan(0)
  await service.pause()
  const truth = await Promise.all(markets.map(async (market) => plainBook(await service.book(market))))
  // The last messages may still be on their way.
  const booksIn = (lines: string[][]) => markets.map((market) => recordedBook(lines, market))
  await expect.poll(async () => booksIn(await linesSoFar()), { timeout: 30_000 }).toEqual(truth)
  const state = await call(page, (bridge) => bridge.call.recording.verify())
  expect(state).toMatchObject({ dropped: 0, verification: { running: false, result: { damaged: 0 } } })
  await running.app.evaluate(({ app: electron }) => electron.quit())
  await expect.poll(() => running.hasEnded()).toBe(true)
  const lines = await recordedLines(recordings())
  expect(lines.map(([seq]) => Number(seq))).toEqual(lines.map((_, index) => index + 1))
  expect(booksIn(lines)).toEqual(truth)
  const events = lines
    .filter(([, , kind]) => kind === 'e')
    .map(([, , , text]) => (JSON.parse(text!) as { event: string }).event)
  for (const event of ['clock', 'opened', 'held', 'subscribed', 'lost']) expect(events).toContain(event)
})
