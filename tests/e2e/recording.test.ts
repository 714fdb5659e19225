import { rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { RecordingState } from '#shared/contract/recording/recording'
import { go } from './face'
import { plainBook, recordedBook, recordedLines } from '../integration/support/recorded-book'
import { freshUserData, launch, type RunningApp } from './app'
import { call } from './connections-desk'
import { startOwnService } from './own-service'
import { useRecordService } from './record-service'
import { test } from './test'

const markets = ['BTCUSD', 'ETHUSD'] as const

const recording = (page: Page): Promise<RecordingState> =>
  call(page, (bridge) => bridge.call.recording.read())

/** The process that writes, by its name. */
const killRecorder = ({ app }: RunningApp) =>
  app.evaluate(({ app: electron }) => {
    const found = electron.getAppMetrics().find(({ name }) => name === 'Leadline recorder')
    if (!found) return false
    process.kill(found.pid, 'SIGKILL')
    return true
  })

test('the books of the service follow from the recording alone, though its recorder was killed', async () => {
  const service = await startOwnService(['--client-id', 'desk', '--client-secret', 'secret'])
  const running = await launch({ offline: true, settings: { guideDone: true } })
  const { page, userData } = running
  await useRecordService(page, service, markets)
  await expect.poll(async () => (await recording(page)).phase, { timeout: 30_000 }).toBe('recording')
  expect(await killRecorder(running)).toBe(true)
  await expect.poll(async () => (await recording(page)).phase).toBe('interrupted')
  await expect(page.getByRole('contentinfo').getByText('Not recording')).toBeVisible()
  await expect.poll(async () => (await recording(page)).phase, { timeout: 30_000 }).toBe('recording')
  await expect.poll(async () => (await recording(page)).bytes ?? 0).toBeGreaterThan(0)
  await service.pause()
  const truth = await Promise.all(markets.map(async (market) => plainBook(await service.book(market))))
  const state = await call(page, (bridge) => bridge.call.recording.verify())
  expect(state).toMatchObject({ dropped: 0, verification: { running: false, result: { damaged: 0 } } })
  await running.app.evaluate(({ app: electron }) => electron.quit())
  await expect.poll(() => running.hasEnded()).toBe(true)
  const lines = await recordedLines(path.join(userData, 'recordings'))
  expect(lines.map(([seq]) => Number(seq))).toEqual(lines.map((_, index) => index + 1))
  expect(markets.map((market) => recordedBook(lines, market))).toEqual(truth)
  const events = lines
    .filter(([, , kind]) => kind === 'e')
    .map(([, , , text]) => (JSON.parse(text!) as { event: string }).event)
  for (const event of ['clock', 'opened', 'held', 'subscribed', 'lost']) expect(events).toContain(event)
  await running.close()
  await service.close()
})

test('a kill of the app costs what was under way, and the next start continues the log', async () => {
  const service = await startOwnService(['--client-id', 'desk', '--client-secret', 'secret'])
  const userData = await freshUserData({ offline: true, settings: { guideDone: true } })
  const first = await launch({ userData })
  await useRecordService(first.page, service, markets, true)
  await expect
    .poll(async () => (await recording(first.page)).bytes ?? 0, { timeout: 30_000 })
    .toBeGreaterThan(0)
  first.app.process().kill('SIGKILL')
  await expect.poll(() => first.hasEnded()).toBe(true)
  const second = await launch({ userData })
  await expect.poll(async () => (await recording(second.page)).phase, { timeout: 30_000 }).toBe('recording')
  await expect.poll(async () => (await recording(second.page)).bytes ?? 0).toBeGreaterThan(0)
  const { verification } = await call(second.page, (bridge) => bridge.call.recording.verify())
  expect(verification).toMatchObject({ result: { damage: [] } })
  await second.close()
  const lines = await recordedLines(path.join(userData, 'recordings'))
  expect(lines.map(([seq]) => Number(seq))).toEqual(lines.map((_, index) => index + 1))
  const starts = lines.filter(([, , , text]) => text!.startsWith('{"event":"clock"'))
  expect(starts.length).toBe(2)
  await rm(userData, { recursive: true, force: true })
  await service.close()
})

test('recording follows its setting, and starts over once its data was cleared', async () => {
  const running = await launch({ settings: { guideDone: true } })
  const { page, userData } = running
  const recordings = path.join(userData, 'recordings')
  const phase = async () => (await recording(page)).phase
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
  const before = await recordedLines(recordings)
  await section.getByRole('switch', { name: 'Record the stream' }).click()
  await expect.poll(phase, { timeout: 30_000 }).toBe('recording')
  await expect.poll(async () => (await recordedLines(recordings)).length).toBeGreaterThan(before.length)
  await page.getByRole('button', { name: 'Clear: Recordings' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByText('Cleared: Recordings.')).toBeVisible()
  await expect.poll(phase, { timeout: 30_000 }).toBe('recording')
  await running.app.evaluate(({ app: electron }) => electron.quit())
  await expect.poll(() => running.hasEnded()).toBe(true)
  const [first] = await recordedLines(recordings)
  expect(first).toMatchObject({ 0: '1', 2: 'e' })
  await running.close()
})
