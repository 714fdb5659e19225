import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { WantedFillCosts } from '#engine/recording/analysis/fill-costs'
import { AnalysisHost } from '#engine/recording/analysis/host'
import type { AnalysisJob, AnalysisReply } from '#engine/recording/analysis/messages'
import type { WantedReport } from '#engine/recording/analysis/report'
import { KeyframeWriter } from '#engine/recording/keyframes/keyframe-writer'
import type { ItemKind } from '#engine/recording/log/lines'
import { LogWriter } from '#engine/recording/log/writer'
import { sealLog } from '#engine/recording/parquet/seal'
import { readFrames, Times } from '../../feed/frames'
import type { Load } from '../peer'
import { serve } from '../serve'
import { stopwatch } from '../stopwatch'

const day = 86_400_000
const startedAt = Date.UTC(2026, 0, 5)
const staleAfter = 10_000
const batch = 2500
const pastMoments = 288

let log = ''
let market = ''
let prices: readonly string[] = []

const event = (value: object): [ItemKind, Buffer] => ['e', Buffer.from(JSON.stringify(value))]

const beginning = (name: string): [ItemKind, Buffer][] => [
  event({ event: 'clock', epoch: startedAt, start: true }),
  event({ event: 'held', market: name }),
  event({ event: 'opened' }),
  ...['market_data', 'execution_data'].map((type) =>
    event({ event: 'subscribed', channel: { type, market: name } })
  )
]

/** The feed `rounds` times over, evenly in a day. */
async function recordDay({ rounds, ...load }: Load & { readonly rounds: number }): Promise<void> {
  const frames = [...readFrames(load.snapshots), ...readFrames(load.messages)]
  const times = new Times(frames)
  const between = (day - 1000) / (rounds * frames.length)
  let items = 0
  const writer = await LogWriter.open(log, () => startedAt + items * between)
  let keyframes: KeyframeWriter | null = null
  const write = async () => {
    await writer.write(false)
    keyframes ??= await KeyframeWriter.open(log, staleAfter)
    while (!(await keyframes!.follow(20_000)));
  }
  const add = (kind: ItemKind, content: Buffer) =>
    writer.add((items += 1), { epoch: startedAt, milliseconds: items * between }, kind, content)
  for (const item of beginning(market)) add(...item)
  for (let round = 0; round < rounds; round++) {
    times.shift(Math.floor((round * day) / 1000 / rounds))
    for (const frame of frames) {
      add('f', frame)
      if (items % batch === 0) await write()
    }
  }
  await write()
  await (keyframes as KeyframeWriter | null)?.finish()
  await (keyframes as KeyframeWriter | null)?.dispose()
  await writer.close()
}

async function seal(): Promise<number> {
  let rows = 0
  await sealLog(log, {
    staleAfter: () => staleAfter,
    onPart: (_part, files) => files.forEach((file) => (rows += file.rows))
  })
  return rows
}

type Wanted =
  | { readonly kind: 'fills'; readonly count: number }
  | { readonly kind: 'costs' }
  | {
      readonly kind: 'report'
      readonly report: WantedReport['report']
      /** With another day of as many rows: the same one, which is read again. */
      readonly against?: true
    }

function jobOf(wanted: Wanted): AnalysisJob {
  if (wanted.kind === 'fills') return { kind: 'fillCosts', log, wanted: fills(wanted.count) }
  if (wanted.kind === 'costs') {
    const moments = Array.from(
      { length: pastMoments },
      (_none, index) => startedAt + (index * day) / pastMoments
    )
    const costs = { market, size: '50000', unit: 'quote', staleAfter, moments, turn: 0 } as const
    return { kind: 'costs', log, wanted: costs }
  }
  const { report } = wanted
  const period = { from: startedAt, to: startedAt + day }
  const against = wanted.against ? period : null
  return { kind: 'report', log, wanted: { market, report, period, against, days: 'all', bucket: 15 } }
}

/** Spread over the day. */
function fills(count: number): WantedFillCosts {
  const all = Array.from({ length: count }, (_none, index) => ({
    line: index + 2,
    time: BigInt(startedAt + Math.floor(((index + 0.5) * day) / count)) * 1_000_000n,
    side: index % 2 === 0 ? ('buy' as const) : ('sell' as const),
    price: { units: BigInt(prices[index % prices.length]!), scale: 2 },
    amount: { units: 5n, scale: 1 },
    order: null,
    market: null
  }))
  const file = { name: 'fills.csv', from: startedAt, to: startedAt + day, problems: [], moreProblems: 0 }
  return { ...file, fills: all, market, file: 1, interval: 5, staleAfter }
}

/** A thread that says when it asks. */
const cancelLater = `
  const { parentPort, workerData } = require('node:worker_threads')
  setTimeout(() => parentPort.postMessage({ at: process.hrtime.bigint(), used: process.cpuUsage() }), workerData)
`
interface Asked {
  readonly at: bigint
  readonly used: NodeJS.CpuUsage
}

/** Milliseconds by the wall or processor clock, whichever is less, as in `stopwatch`. */
function passed({ at, used }: Asked): number {
  const { user, system } = process.cpuUsage(used)
  return Math.min(Number(process.hrtime.bigint() - at) / 1e6, (user + system) / 1000)
}

const ended = new Map<number, (reply: Extract<AnalysisReply, { kind: 'ended' }>) => void>()
const reply = (answer: AnalysisReply) => {
  if (answer.kind !== 'ended') return
  ended.get(answer.id)?.(answer)
  ended.delete(answer.id)
}
let host = new AnalysisHost(reply)
let lastId = 0

/** Null if it was cancelled. */
async function run(job: AnalysisJob, id: number): Promise<unknown> {
  const answer = new Promise<Extract<AnalysisReply, { kind: 'ended' }>>((resolve) => ended.set(id, resolve))
  host.receive({ ...job, id })
  const { result } = await answer
  if (!result.ok) throw new Error(result.error.sentence)
  return result.value
}

serve({
  /** Returns the rows of its sealed tables. */
  async record(load: Load & { readonly rounds: number }) {
    const folder = await mkdtemp(path.join(tmpdir(), 'leadline-bench-analysis-'))
    log = path.join(folder, 'environment=production', 'service=1', 'log')
    market = load.markets[0]!
    prices = ['6400000', '6400100']
    await recordDay(load)
    return { rows: await seal() }
  },
  /** Milliseconds of a run by a process that has read nothing yet. */
  async time(wanted: Wanted) {
    host = new AnalysisHost(reply)
    const elapsed = stopwatch()
    const result = await run(jobOf(wanted), (lastId += 1))
    const taken = elapsed()
    if (!result) throw new Error('There is no result.')
    return taken
  },
  /**
   * Milliseconds from when a thread of its own asks to cancel, whatever this one does then, until the work has ended and the
   * next has been done; zero if it had ended before.
   */
  async cancel({ after, ...wanted }: Wanted & { readonly after: number }) {
    host = new AnalysisHost(reply)
    const canceller = new Worker(cancelLater, { eval: true, workerData: after })
    const asked = once(canceller, 'message') as Promise<[Asked]>
    await once(canceller, 'online')
    const id = (lastId += 1)
    const ended = run(jobOf(wanted), id)
    const [since] = await asked
    host.receive({ kind: 'cancel', id })
    const [result] = await Promise.all([ended, run({ kind: 'sealed', log }, (lastId += 1))])
    const elapsed = passed(since)
    await canceller.terminate()
    return result === null ? elapsed : 0
  },
  async end() {
    await rm(path.resolve(log, '../../..'), { recursive: true, force: true })
  }
})
