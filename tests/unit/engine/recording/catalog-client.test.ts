import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Emitter } from '#shared/domain/base/emitter'
import { CatalogClient, type CatalogProcess } from '#engine/recording/catalog/client'
import { CatalogHost } from '#engine/recording/catalog/host'
import type { CatalogReply } from '#engine/recording/catalog/messages'
import { dayOf, listSegments } from '#engine/recording/log/segments'
import { freshFolder } from '../../../integration/support/folder'
import { HandClock } from '../hand-clock'
import { recordDays } from './catalog-log'

class HostProcess implements CatalogProcess {
  isKilled = false
  readonly #ended = new Emitter()
  readonly #replies = new Emitter<CatalogReply>()
  readonly #host = new CatalogHost({
    now: () => 1,
    reply: (reply) => this.isKilled || this.#replies.fire(structuredClone(reply)),
    sourceOf: () => Promise.reject(new Error('none'))
  })

  readonly send = (request: Parameters<CatalogProcess['send']>[0]) => this.#host.receive(request)
  readonly onReply = (listener: (reply: CatalogReply) => void) => void this.#replies.on(listener)
  readonly onEnd = (listener: () => void) => void this.#ended.on(listener)

  kill(): void {
    if (this.isKilled) return
    this.isKilled = true
    this.#ended.fire()
  }
}

let root: string
let log: string
let clock: HandClock
let client: CatalogClient
const processes: HostProcess[] = []

beforeEach(async () => {
  root = await freshFolder()
  log = path.join(root, 'environment=production', 'service=20df12314ad4', 'log')
  await mkdir(log, { recursive: true })
  clock = new HandClock()
  processes.length = 0
  client = new CatalogClient({
    clock,
    root,
    isMoved: false,
    shared: { folder: null, feed: null },
    spawn: () => {
      const process = new HostProcess()
      processes.push(process)
      return process
    }
  })
})
afterEach(() => client.dispose())

test('lists, verifies and deletes days, and keeps the results of verifying', async () => {
  const days = [...new Set((await recordDays(log, 1, 3)).map(dayOf))]
  await client.read()
  expect(client.entries[0]!.days.map(({ day }) => day)).toEqual(days.toReversed())
  const shares: number[] = []
  client.onChange(() => client.job && shares.push(client.job.share))
  expect(await client.run({ kind: 'verify', logs: [{ log, days }] })).toBe(true)
  expect(client.job).toBeNull()
  expect(shares.length).toBeGreaterThan(0)
  for (const day of days) expect(client.verificationOf(log, day)).toMatchObject({ damaged: 0 })
  expect(await client.run({ kind: 'remove', logs: [{ log, days: days.slice(0, 1) }] })).toBe(true)
  expect(client.entries[0]!.days.map(({ day }) => day)).toEqual(days.slice(1).toReversed())
  expect(client.entries[0]!.removed.segments).toBeGreaterThan(0)
  expect(processes.length).toBe(1)
})

test('one job at a time, which can be cancelled', async () => {
  const days = [...new Set((await recordDays(log, 1, 3)).map(dayOf))]
  const verifying = client.run({ kind: 'verify', logs: [{ log, days }] })
  await expect(client.run({ kind: 'remove', logs: [{ log, days }] })).rejects.toThrow(
    'Try again when it has finished.'
  )
  client.cancel()
  expect(await verifying).toBeNull()
  expect((await listSegments(log)).length).toBeGreaterThan(0)
})

test('a process that stopped fails what was under way, and the next one starts over', async () => {
  const days = [...new Set((await recordDays(log, 1, 1)).map(dayOf))]
  const verifying = client.run({ kind: 'verify', logs: [{ log, days }] })
  processes[0]!.kill()
  await expect(verifying).rejects.toThrow('stopped unexpectedly')
  await client.read()
  expect(client.entries[0]!.days.length).toBe(days.length)
})

test('the process ends once it is not used', async () => {
  await client.read()
  clock.advance(59_000)
  expect(processes[0]!.isKilled).toBe(false)
  clock.advance(2000)
  expect(processes[0]!.isKilled).toBe(true)
  await client.read()
  expect(processes.length).toBe(2)
})

test('a folder that cannot be read is a sentence', async () => {
  await writeFile(path.join(root, 'file'), '')
  const broken = new CatalogClient({
    clock,
    root: path.join(root, 'file'),
    isMoved: false,
    shared: { folder: null, feed: null },
    spawn: () => new HostProcess()
  })
  await expect(broken.read()).rejects.toThrow(`${path.join(root, 'file')} could not be read`)
  await broken.dispose()
  expect((await readFile(path.join(root, 'file'))).length).toBe(0)
})

test('a job under way removes what it has not finished when the app quits', async () => {
  const days = [...new Set((await recordDays(log, 1, 6)).map(dayOf))]
  const target = await freshFolder()
  const choice = { format: 'raw', markets: null, from: null, to: null } as const
  const run = client.run({ kind: 'export', logs: [{ log, days }], root, target, staleAfter: 1, ...choice })
  await expect.poll(() => readdir(target)).toEqual([expect.stringContaining('.part')])
  await client.dispose()
  expect(await readdir(target)).toEqual([])
  expect(await run).toBeNull()
  expect(processes.map(({ isKilled }) => isKilled)).toEqual([true])
})

test('a job that does not end does not keep the app from quitting', async () => {
  await recordDays(log, 1, 1)
  const hung = { send: () => {}, onReply: () => {}, onEnd: () => {}, kill: () => {} }
  const stuck = new CatalogClient({
    clock,
    root,
    isMoved: false,
    shared: { folder: null, feed: null },
    spawn: () => hung
  })
  const run = stuck.run({ kind: 'import', root, source: root })
  const disposed = stuck.dispose()
  clock.advance(2000)
  await disposed
  await expect(run).rejects.toThrow('catalog-stopped')
})

test('a backtest is cancelled by another one, and says how far it is', async () => {
  await recordDays(log, 1, 1)
  const wanted = {
    condition: { kind: 'spread', market: 'BTCUSD', basisPoints: '5' },
    pause: 60,
    from: 0,
    to: Date.UTC(2027, 1),
    staleAfter: 10_000
  } as const
  const first = client.backtest(log, wanted, () => undefined)
  const second = client.backtest(log, wanted, () => undefined)
  expect(await first).toBeNull()
  expect(await second).toMatchObject({ fired: 0, times: [], live: 0 })
  const third = client.backtest(log, wanted, () => undefined)
  client.cancelBacktest()
  expect(await third).toBeNull()
  const stopped = client.backtest(log, wanted, () => undefined)
  processes[0]!.kill()
  await expect(stopped).rejects.toThrow()
})

test('a check of evidence ends at once when it is cancelled, and others can follow', async () => {
  const file = path.join(root, 'evidence.zip')
  await writeFile(file, 'not a ZIP')
  const stop = new AbortController()
  const checked = client.check(file, null, stop.signal)
  stop.abort()
  expect(await checked).toBeNull()
  expect(await client.check(file, null, stop.signal)).toBeNull()
  const other = new AbortController().signal
  const isRefused = { checks: [{ subject: 'ZIP file', ok: false }] }
  expect(await client.check(file, null, other)).toMatchObject(isRefused)
  await expect(client.check(root, null, other)).rejects.toMatchObject({
    problem: { code: 'recording.evidence-zip' }
  })
})
