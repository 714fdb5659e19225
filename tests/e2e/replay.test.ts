import path from 'node:path'
import type { Page } from '@playwright/test'
import { maxLevels } from '#shared/contract/market/markets'
import type { ReplayState } from '#shared/contract/recording/replay'
import { recordedBook, recordedLines } from '../integration/support/recorded-book'
import type { RunningApp } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { readLog } from './log-file'
import { startOwnService, type OwnService } from './own-service'
import { useRecordService } from './record-service'
import { drawReplayed, followReplay, levelsOf, replayed } from './replayed-window'
import { sharedApp } from './shared-app'
import { test } from './test'

const market = 'BTCUSD'
const running = sharedApp({ offline: true, view: 'help', between: () => Promise.resolve() })
let service: OwnService

test.beforeAll(async () => {
  service = await startOwnService(['--client-id', 'desk', '--client-secret', 'secret'])
  await useRecordService(running.page, service, [market, 'ETHUSD'])
  await expect.poll(async () => (await frames()).length, { timeout: 60_000 }).toBeGreaterThan(300)
})
test.afterAll(() => service.close())

const lines = () => recordedLines(path.join(running.userData, 'recordings'))
const frames = async () => (await lines().catch(() => [])).filter(([, , kind]) => kind === 'f')
const read = (page: Page) => call(page, (bridge) => bridge.call.replay.read())
const phase = async (page: Page) => (await read(page))?.phase

const hasProcess = ({ app }: RunningApp) =>
  app.evaluate(({ app: electron }) => electron.getAppMetrics().some(({ name }) => name === 'Leadline replay'))

const ends = () => readLog(running.userData).match(/A child process is gone/g)?.length ?? 0
let endsBefore: number
test.beforeEach(() => {
  endsBefore = ends()
})

async function open(page: Page, at: number, newWindow = false) {
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const opened = await bridge.evaluate((own, payload) => own.call.replay.open(payload), { at, newWindow })
  if (!opened.ok) throw new Error(opened.error.sentence)
}

async function seek(page: Page, at: string) {
  const bridge = await page.evaluateHandle(() => window.leadline!)
  await bridge.evaluate((own, exact) => own.call.replay.seek({ at: exact }), at)
}

/** And repeats what follows. */
async function chooseSpeedAndStart(page: Page): Promise<ReplayState> {
  await call(page, async ({ call: { replay } }) => {
    await replay.setSpeed({ speed: 25 })
    const state = await replay.read()
    return replay.setRange({ in: state.ok && state.value ? state.value.at : null, out: null, loop: true })
  })
  return (await read(page))!
}

/** The book as the recorded lines alone say. */
async function oracle(until: string) {
  const before = (await lines()).filter(([, received]) => BigInt(received!) <= BigInt(until))
  const { bids, asks } = recordedBook(before, market)
  return { bids: bids.slice(0, maxLevels), asks: asks.slice(0, maxLevels) }
}

/** The window got this instant, and its book is the recorded one. */
async function showsBookOf({ at, exactAt }: ReplayState) {
  const expected = await oracle(exactAt)
  await expect
    .poll(async () => {
      const shown = await replayed(running.page)
      return shown?.book && { at: shown.at, ...levelsOf(shown.book) }
    })
    .toEqual({ at, ...expected })
  return expected
}

test('shows the recorded book of any instant, while the live desk continues', async () => {
  const { page } = running
  const all = await frames()
  const nearEnd = all.at(-50)![1]!
  await followReplay(page)
  await open(page, Number(BigInt(all[100]![1]!) / 1_000_000n))
  await drawReplayed(page, market)
  expect(await read(page)).toMatchObject({ phase: 'paused', connection: 'Own service', environment: 'local' })
  const first = await showsBookOf((await read(page))!)
  for (const exact of [nearEnd, all[150]![1]!]) {
    await seek(page, exact)
    expect((await read(page))?.exactAt).toBe(exact)
    expect(await showsBookOf((await read(page))!)).not.toEqual(first)
  }
  await call(page, (bridge) => bridge.call.replay.setSpeed({ speed: 10 }))
  await call(page, (bridge) => bridge.call.replay.play())
  await expect.poll(() => phase(page)).toBe('playing')
  await expect.poll(async () => (await read(page))!.at).toBeGreaterThan(Number(BigInt(nearEnd) / 1_000_000n))
  await call(page, (bridge) => bridge.call.replay.pause())
  await expect.poll(() => phase(page)).toBe('paused')
  await showsBookOf((await read(page))!)
  const state = await call(page, (bridge) => bridge.call.markets.read())
  expect(state.stream.phase).toBe('subscribed')
  expect(state.watched.map((watched) => watched.state)).toEqual(['live', 'live'])
  await call(page, (bridge) => bridge.call.replay.close())
  expect(await read(page)).toBeNull()
  await expect.poll(() => hasProcess(running)).toBe(false)
  expect(ends()).toBe(endsBefore)
})

test('says that its process ended, and opens again; a reload ends it', async () => {
  const { page, app } = running
  const [, at] = (await frames())[100]!
  await open(page, Number(BigInt(at!) / 1_000_000n))
  const { rangeIn } = await chooseSpeedAndStart(page)
  await app.evaluate(({ app: electron }) => {
    const found = electron.getAppMetrics().find(({ name }) => name === 'Leadline replay')
    process.kill(found!.pid, 'SIGKILL')
  })
  await expect.poll(() => phase(page)).toBe('failed')
  expect((await read(page))?.problem).toBe(
    'The replay stopped unexpectedly. Open it again, or go back to live.'
  )
  // Closing a replay, as in the test before, is not logged.
  await expect.poll(ends).toBe(endsBefore + 1)
  await open(page, Number(BigInt(at!) / 1_000_000n))
  expect(await read(page)).toMatchObject({ phase: 'paused', speed: 25, rangeIn, rangeOut: null, loop: true })
  await page.reload()
  await expect.poll(() => read(page)).toBeNull()
  await expect.poll(() => hasProcess(running)).toBe(false)
})

test('opens another window at a time, and leaves this one live', async () => {
  const { page, app } = running
  const at = Number(BigInt((await frames())[100]![1]!) / 1_000_000n)
  const opening = app.waitForEvent('window')
  await open(page, at, true)
  const other = await opening
  await expect.poll(() => phase(other)).toBe('paused')
  expect((await read(other))?.at).toBe(at)
  expect(await read(page)).toBeNull()
  await other.close()
  await expect.poll(() => hasProcess(running)).toBe(false)
  expect(ends()).toBe(endsBefore)
})
