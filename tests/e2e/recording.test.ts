import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import type { RecordingState } from '#shared/contract/recording/recording'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { launch, type RunningApp } from './app'
import { call } from './connections-desk'
import { startOwnService, type OwnService } from './own-service'
import { useRecordService } from './record-service'
import { test } from './test'

const markets = ['BTCUSD', 'ETHUSD'] as const

const recording = (page: Page): Promise<RecordingState> =>
  call(page, (bridge) => bridge.call.recording.read())

/** The lines of all logs, as `zcat` prints them. */
async function recordedLines(userData: string): Promise<string[][]> {
  const folder = path.join(userData, 'recordings')
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.tsv.gz')).sort()
  const texts = await Promise.all(
    names.map(async (name) => gunzipSync(await readFile(path.join(folder, name))))
  )
  return texts.flatMap((text) => text.toString('utf8').trimEnd().split('\n')).map((line) => line.split('\t'))
}

interface Level {
  readonly price: string
  readonly amount: string
}
interface Message {
  readonly payload?: {
    readonly market: string
    readonly type?: string
    readonly bids?: readonly Level[]
    readonly asks?: readonly Level[]
  }
}

/** From the recorded frames alone: the last snapshot, and each update since. */
function bookOf(lines: readonly string[][], market: string) {
  const book = { bids: new Map<string, string>(), asks: new Map<string, string>() }
  for (const [, , kind, text] of lines) {
    if (kind !== 'f') continue
    const { payload } = JSON.parse(text!) as Message
    if (payload?.market !== market) continue
    for (const side of ['bids', 'asks'] as const) {
      if (payload.type === 'SNAPSHOT') book[side].clear()
      for (const { price, amount } of payload[side] ?? []) {
        if (Number(amount) === 0) book[side].delete(canonicalDecimal(price)!)
        else book[side].set(canonicalDecimal(price)!, canonicalDecimal(amount)!)
      }
    }
  }
  return { bids: sorted(book.bids, -1), asks: sorted(book.asks, 1) }
}

const sorted = (levels: ReadonlyMap<string, string>, direction: number) =>
  [...levels].sort(([one], [other]) => direction * (Number(one) - Number(other)))

async function truthOf(service: OwnService, market: string) {
  const { bids, asks } = await service.book(market)
  const plain = (levels: typeof bids) =>
    levels.map(({ price, amount }) => [canonicalDecimal(price), canonicalDecimal(amount)])
  return { bids: plain(bids), asks: plain(asks) }
}

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
  const truth = await Promise.all(markets.map((market) => truthOf(service, market)))
  const state = await call(page, (bridge) => bridge.call.recording.verify())
  expect(state).toMatchObject({ dropped: 0, verification: { running: false, result: { damaged: 0 } } })
  await running.app.evaluate(({ app: electron }) => electron.quit())
  await expect.poll(() => running.hasEnded()).toBe(true)
  const lines = await recordedLines(userData)
  expect(lines.map(([seq]) => Number(seq))).toEqual(lines.map((_, index) => index + 1))
  expect(markets.map((market) => bookOf(lines, market))).toEqual(truth)
  const events = lines
    .filter(([, , kind]) => kind === 'e')
    .map(([, , , text]) => (JSON.parse(text!) as { event: string }).event)
  for (const event of ['clock', 'opened', 'held', 'subscribed', 'lost']) expect(events).toContain(event)
  await running.close()
  await service.close()
})
