import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { RecorderClient } from '#engine/recording/client'
import { heatOf, keyframesOf, tradesOf } from '#engine/recording/keyframes/files'
import { LogWriter } from '#engine/recording/log/writer'
import { listSegments } from '#engine/recording/log/segments'
import { verifyLog } from '#engine/recording/log/verify'
import type { Budget } from '#engine/recording/messages'
import { FuzzRandom } from '../../unit/shared/wire/fuzz/random'
import { everywhere, zcat } from '../../unit/engine/recording/support'
import { freshFolder } from '../support/folder'
import { numberedFrame, numberedMarkets, subscription } from '../support/numbered-frames'
import { checkKeyframes, checkSeeks, countKeyframes } from '../support/right-keyframes'
import { buildProcess } from '../support/build-process'
import { spawnRecorder } from './recorder-child'

const roomy: Budget = { bytes: 1e9, days: 14, freeBytes: 0, sealedFirst: false }

let program: string
let folder: string
let children: ChildProcess[]
beforeAll(async () => {
  program = await buildProcess('recorder', 'electron/main/recording/process.ts')
})
beforeEach(async () => {
  folder = await freshFolder()
  children = []
})

const clientOf = (budget = roomy, log = folder) =>
  new RecorderClient({
    clock: systemClock,
    location: () => ({ folder: log, root: folder, isMoved: false }),
    budgets: () => everywhere(budget),
    spawn: () => spawnRecorder(program, (child) => children.push(child)),
    changed: () => {},
    restartAfter: [20],
    // A busy machine needs more than an app that quits can wait.
    closeWithin: 60_000
  })

const frame = (number: number) => Buffer.from(JSON.stringify({ number, pad: 'x'.repeat(number % 400) }))
const numbers = (lines: readonly string[]) =>
  lines
    .filter((line) => line.includes('\tf\t'))
    .map((line) => (JSON.parse(line.split('\t')[3]!) as { number: number }).number)
const range = (length: number) => Array.from({ length }, (_, index) => index)
const passed = (milliseconds: number) => {
  const until = performance.now() + milliseconds
  return expect.poll(() => performance.now() >= until, { interval: 10, timeout: 10_000 }).toBe(true)
}

test('a recorder that is killed again and again loses nothing and repeats nothing', async () => {
  const random = new FuzzRandom(16)
  const client = clientOf()
  for (const event of subscription) client.recordEvent(event)
  client.start()
  let sent = 0
  let waiting = 0
  /** No more than there is room for: a recorder on a busy machine is slow. */
  const send = (count: number) => {
    if (waiting > 10_000) return
    for (let left = count; left > 0; left--)
      client.record('f', systemClock.monotonic(), numberedFrame(sent++))
    waiting += count
    void client.written().then(() => (waiting -= count))
  }
  for (let kills = 0; kills < 5;) {
    send(random.below(400))
    await passed(20)
    if (!client.state.isRecording || !random.chance(20)) continue
    children.at(-1)!.kill('SIGKILL')
    kills += 1
  }
  await expect.poll(() => client.state.isRecording, { timeout: 60_000 }).toBe(true)
  const recordMore = () => {
    send(500)
    return countKeyframes(folder)
  }
  await expect.poll(recordMore, { timeout: 60_000 }).toBeGreaterThan(3)
  await client.dispose()
  expect(numbers(await zcat(folder))).toEqual(range(sent))
  expect((await verifyLog(folder)).damage).toEqual([])
  expect(client.state.dropped).toBe(0)
  const { keyframes, trades, faults } = await checkKeyframes(folder, numberedMarkets)
  expect(faults).toEqual([])
  expect(await checkSeeks(folder, numberedMarkets, random)).toEqual([])
  expect(keyframes).toBeGreaterThan(3)
  expect(trades).toBeGreaterThan(100)
})

test('what does not fit is dropped, counted, and recorded as a gap', async () => {
  const client = clientOf()
  const large = Buffer.alloc(1024 * 1024, 'x')
  for (let count = 0; count < 20; count++) client.record('f', count, large)
  const { dropped } = client.state
  expect(dropped).toBeGreaterThan(0)
  expect(client.state.problem).toMatchObject({ code: 'recording.behind' })
  client.start()
  // Until there is room, this one would be dropped, too.
  await expect.poll(() => client.state.problem, { timeout: 20_000 }).toBeNull()
  client.record('f', 100, frame(1))
  await client.dispose()
  const lines = (await zcat(folder)).map((line) => line.split('\t'))
  const gap = lines.findIndex(([, , kind]) => kind === 'g')
  expect(lines[gap]![3]).toBe(JSON.stringify({ dropped }))
  expect(Number(lines[gap]![0]) - Number(lines[gap - 1]![0])).toBe(dropped + 1)
  expect(lines.at(-1)![3]).toBe(frame(1).toString())
  expect(client.state.dropped).toBe(dropped)
})

test('a folder that cannot be written is reported, and nothing is lost once it can', async () => {
  const budget = { ...roomy, freeBytes: 1e18 }
  const client = clientOf(budget)
  client.start()
  client.record('f', 1, frame(0))
  await expect.poll(() => client.state.problem?.code, { timeout: 20_000 }).toBe('recording.disk-low')
  expect(client.state.isRecording).toBe(false)
  budget.freeBytes = 0
  client.applyBudgets()
  await expect.poll(() => client.state.isRecording, { timeout: 20_000 }).toBe(true)
  expect(client.state.problem).toBeNull()
  await client.dispose()
  expect(numbers(await zcat(folder))).toEqual([0])
})

test('a nearly full disk does not keep old recordings from being deleted', async () => {
  for (const hours of [3, 2, 1]) {
    const writer = await LogWriter.open(folder, () => Date.now() - hours * 3_600_000)
    writer.add(writer.nextSeq, { epoch: 0, milliseconds: 0 }, 'f', frame(hours))
    await writer.write(false)
    await writer.close()
  }
  const budget = { ...roomy, freeBytes: 1e18 }
  const client = clientOf(budget)
  client.start()
  await expect.poll(() => client.state.problem?.code, { timeout: 20_000 }).toBe('recording.disk-low')
  expect((await listSegments(folder)).length).toBe(3)
  budget.bytes = 1
  client.applyBudgets()
  await expect.poll(async () => (await listSegments(folder)).length, { timeout: 20_000 }).toBe(1)
  await client.dispose()
})

test('a folder that is in the way is reported, and nothing is lost once it is gone', async () => {
  const log = path.join(folder, 'service', 'log')
  await writeFile(path.join(folder, 'service'), '')
  const client = clientOf(roomy, log)
  client.start()
  client.record('f', 1, frame(0))
  await expect.poll(() => client.state.problem?.code, { timeout: 20_000 }).toBe('recording.disk')
  expect(client.state.problem!.sentence).toContain(log)
  await rm(path.join(folder, 'service'))
  await expect.poll(() => client.state.isRecording, { timeout: 20_000 }).toBe(true)
  await client.dispose()
  expect(numbers(await zcat(log))).toEqual([0])
})

test('old recordings of connections that are not in use are removed too', async () => {
  const [other, own] = ['one', 'two'].map((service) =>
    path.join(folder, 'environment=production', `service=${service}`, 'log')
  ) as [string, string]
  const before = clientOf(roomy, other)
  before.start()
  before.record('f', systemClock.monotonic(), frame(0))
  await before.dispose()
  const [file] = await listSegments(other)
  const longAgo = Date.now() / 1000 - 20 * 86_400
  await utimes(file!, longAgo, longAgo)
  const client = clientOf(roomy, own)
  client.start()
  await expect.poll(() => listSegments(other), { timeout: 20_000 }).toEqual([])
  await client.dispose()
})

test('another app start continues the log', async () => {
  for (const number of [0, 1, 2]) {
    const client = clientOf()
    client.start()
    client.record('f', systemClock.monotonic(), frame(number))
    await client.dispose()
  }
  expect(numbers(await zcat(folder))).toEqual([0, 1, 2])
  const seqs = (await zcat(folder)).map((line) => Number(line.split('\t')[0]))
  expect(seqs).toEqual(range(seqs.length).map((index) => index + 1))
  const [segment, ...others] = await listSegments(folder)
  expect(others).toEqual([])
  const derived = [keyframesOf, tradesOf, heatOf].map((fileOf) => fileOf(segment!))
  const files = [segment!, ...derived].map((file) => path.basename(file))
  expect((await readdir(folder)).sort()).toEqual(files.sort())
})
