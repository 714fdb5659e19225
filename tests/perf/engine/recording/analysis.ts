import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readFillCosts, type WantedFillCosts } from '#engine/recording/analysis/fill-costs'
import { KeyframeCosts } from '#engine/recording/analysis/keyframe-costs'
import { readReport, type WantedReport } from '#engine/recording/analysis/report'
import { CostHistory } from '#engine/recording/costs/cost-history'
import { CostReader } from '#engine/recording/costs/read-costs'
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
const unwatched = { onProgress: () => undefined }

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
  | { readonly kind: 'past' }
  | {
      readonly kind: 'report'
      readonly report: WantedReport['report']
      /** The first half of the day against the second. */
      readonly halves?: true
    }

function run(wanted: Wanted, signal: AbortSignal): Promise<unknown> {
  const options = { ...unwatched, signal, keyframes: new KeyframeCosts() }
  if (wanted.kind === 'fills') return readFillCosts(log, fills(wanted.count), options)
  if (wanted.kind === 'past') {
    const reader = new CostReader()
    const history = new CostHistory((...question) => reader.read(...question))
    const question = { log, market, size: '50000', unit: 'quote', span: '24h', to: startedAt + day } as const
    return history.costs({ ...question, staleAfter }, options)
  }
  const noon = startedAt + day / 2
  const whole = { from: startedAt, to: startedAt + day }
  const period = wanted.halves ? { from: noon, to: whole.to } : whole
  const against = wanted.halves ? { from: whole.from, to: noon } : null
  return readReport(log, { market, report: wanted.report, period, against, days: 'all', bucket: 15 }, options)
}

/** Spread over the day. */
function fills(count: number): WantedFillCosts {
  const all = Array.from({ length: count }, (_none, index) => ({
    line: index + 2,
    time: BigInt(startedAt + Math.floor(((index + 0.5) * day) / count)) * 1_000_000n,
    side: index % 2 === 0 ? ('buy' as const) : ('sell' as const),
    price: { units: BigInt(prices[index % prices.length]!), scale: 2 },
    amount: { units: 5n, scale: 1 },
    order: null
  }))
  const file = { name: 'fills.csv', from: startedAt, to: startedAt + day, problems: [], moreProblems: 0 }
  return { ...file, fills: all, market, file: 1, interval: 5, staleAfter }
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
  /** Milliseconds of a run. */
  async time(wanted: Wanted) {
    const elapsed = stopwatch()
    const result = await run(wanted, new AbortController().signal)
    const taken = elapsed()
    if (!result) throw new Error('There is no result.')
    return taken
  },
  /**
   * Milliseconds from a request to cancel, which waits while the work blocks the process, to the end of the work; negative
   * if it had ended before.
   */
  async cancel({ after, ...wanted }: Wanted & { readonly after: number }) {
    const stop = new AbortController()
    const elapsed = stopwatch()
    const timer = setTimeout(() => stop.abort(), after)
    await run(wanted, stop.signal).catch((problem: unknown) => {
      if (!stop.signal.aborted) throw problem
    })
    clearTimeout(timer)
    return elapsed() - after
  },
  async end() {
    await rm(path.resolve(log, '../../..'), { recursive: true, force: true })
  }
})
