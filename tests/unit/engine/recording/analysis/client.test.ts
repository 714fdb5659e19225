import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { AnalysisClient, type AnalysisProcess } from '#engine/recording/analysis/client'
import { AnalysisHost } from '#engine/recording/analysis/host'
import type { AnalysisReply } from '#engine/recording/analysis/messages'
import { Runs } from '#engine/recording/analysis/runs'
import type { WantedReport } from '#engine/recording/analysis/report'
import { Emitter } from '#shared/domain/base/emitter'
import { ProblemError } from '#shared/domain/base/problem'
import { freshFolder } from '../../../../integration/support/folder'
import { HandClock } from '../../hand-clock'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { chaosLog, market, writeAndSeal } from './chaos-log'

class HostProcess implements AnalysisProcess {
  isKilled = false
  readonly #ended = new Emitter()
  readonly #replies = new Emitter<AnalysisReply>()
  readonly #host = new AnalysisHost((reply) => this.isKilled || this.#replies.fire(structuredClone(reply)))

  readonly send = (request: Parameters<AnalysisProcess['send']>[0]) =>
    this.#host.receive(structuredClone(request))
  readonly onReply = (listener: (reply: AnalysisReply) => void) => void this.#replies.on(listener)
  readonly onEnd = (listener: () => void) => void this.#ended.on(listener)

  kill(): void {
    if (this.isKilled) return
    this.isKilled = true
    this.#ended.fire()
  }
}

const wanted: WantedReport = {
  market,
  report: { kind: 'spread' },
  period: { from: Date.UTC(2026, 0, 5), to: Date.UTC(2026, 0, 6) },
  against: null,
  days: 'all',
  bucket: 60
}

let log: string
let clock: HandClock
let client: AnalysisClient
let processes: HostProcess[]

beforeEach(async () => {
  log = path.join(await freshFolder(), 'environment=production', 'service=1', 'log')
  clock = new HandClock()
  processes = []
  client = new AnalysisClient({
    clock,
    spawn() {
      const process = new HostProcess()
      processes.push(process)
      return process
    }
  })
})

const codeOf = (thrown: unknown) => (thrown instanceof ProblemError ? thrown.problem.code : thrown)

test('nothing is sealed of an empty folder, and a report of it covers nothing', async () => {
  expect(await client.run({ kind: 'sealed', log })).toBeNull()
  const report = await client.run({ kind: 'report', log, wanted })
  expect(report!.series.total.coverage).toEqual({ live: 0, total: 86_400_000, partial: true })
  expect(report!.series.rows.length).toBe(24)
  expect(report!.notes).toEqual(['No Parquet data for this market in this period.'])
})

test('what is sealed is named, and reports run beside each other in one process', async () => {
  await writeAndSeal(log, chaosLog(new FuzzRandom(3), 300))
  const sealed = await client.run({ kind: 'sealed', log })
  expect(sealed!.markets).toEqual(['BTC/USD', 'ETHUSD'])
  expect(new Date(sealed!.from).toISOString().slice(0, 15)).toBe('2026-01-05T09:2')
  const [spread, depth] = await Promise.all([
    client.run({ kind: 'report', log, wanted }),
    client.run({ kind: 'report', log, wanted: { ...wanted, report: { kind: 'depth' } } })
  ])
  expect([spread!.kind, depth!.kind]).toEqual(['spread', 'depth'])
  expect(spread!.series.total.samples).toBe(depth!.series.total.samples)
  const end = sealed!.to
  expect(end).toBeGreaterThan(sealed!.from)
  expect(processes.length).toBe(1)
})

test('a cancelled run ends without a result, and the process when it is idle', async () => {
  await writeAndSeal(log, chaosLog(new FuzzRandom(3), 200))
  const stop = new AbortController()
  const run = client.run({ kind: 'report', log, wanted }, { signal: stop.signal })
  stop.abort()
  expect(await run).toBeNull()
  expect(processes[0]!.isKilled).toBe(false)
  // Its work ends a little later, and the minute begins then.
  await expect
    .poll(() => {
      clock.advance(60_000)
      return processes[0]!.isKilled
    })
    .toBe(true)
  expect(await client.run({ kind: 'sealed', log })).not.toBeNull()
  expect(processes.length).toBe(2)
})

test('a process that ends fails what waits for it, and the next run starts another', async () => {
  const run = client.run({ kind: 'sealed', log }).catch(codeOf)
  processes[0]!.kill()
  expect(await run).toBe('analysis.stopped')
  expect(await client.run({ kind: 'sealed', log })).toBeNull()
})

test('a window cancels a run by its number, or by the next one with it, and saves the last result', async () => {
  await writeAndSeal(log, chaosLog(new FuzzRandom(3), 200))
  const runs = new Runs()
  const start = (run: number) =>
    runs.start('a', run, (signal) => client.run({ kind: 'report', log, wanted }, { signal }))
  const [first, second, third] = [start(1), start(1), start(2)]
  runs.cancel('a', 2)
  expect(await first).toBeNull()
  expect((await second)!.kind).toBe('spread')
  expect(await third).toBeNull()
  const { name, content } = runs.csv('a', 1)
  expect(name).toBe('leadline-spread-BTC-USD.csv')
  expect(content.split('\r\n').length).toBeGreaterThan(24)
  for (const [window, run] of [
    ['a', 2],
    ['b', 1]
  ] as const)
    expect(() => runs.csv(window, run)).toThrow(ProblemError)
  const last = start(3)
  runs.close('a')
  expect(await last).toBeNull()
  expect(() => runs.csv('a', 1)).toThrow(ProblemError)
})
