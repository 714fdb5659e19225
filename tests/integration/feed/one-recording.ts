import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { logFolderOf } from '#engine/recording/location'
import { readEnds, type SegmentEnds } from '#engine/recording/log/ends'
import { repairAbandoned } from '#engine/recording/log/repair-abandoned'
import { listSegments } from '#engine/recording/log/segments'
import { verifyLog } from '#engine/recording/log/verify'
import { fetchShared, segmentSets } from '#engine/recording/shared/fetch'
import { FolderStore } from '#engine/recording/shared/folder-store'
import { SharedSets } from '#engine/recording/shared/read-sums'
import { shareSealed } from '#engine/recording/shared/share'
import type { startSandbox } from '#sandbox/index'
import { freshFolder } from '../support/folder'
import { recordedLines } from '../support/recorded-book'
import { control, recordedTrade, type PlainTrade } from './books'
import { serviceOf } from './collectors'

type Sandbox = Awaited<ReturnType<typeof startSandbox>>

const keyOf = (market: string, { price, amount, executed_at }: PlainTrade) =>
  [market, Number(price), Number(amount), executed_at].join(' ')

/** By the sandbox, of a market. */
const keptTrades = 10_000

/** All trades of the sandbox, which itself forgets old ones. Read them often enough. */
export class SentTrades {
  readonly #trades: ReadonlyMap<string, PlainTrade[]>

  constructor(
    private readonly sandbox: Sandbox,
    markets: readonly string[]
  ) {
    this.#trades = new Map(markets.map((market) => [market, []]))
  }

  async read(): Promise<ReadonlyMap<string, readonly PlainTrade[]>> {
    for (const [market, known] of this.#trades) {
      const since = known.at(-1)?.executed_at ?? '1970-01-01T00:00:00Z'
      const { trades } = await control<{ trades: readonly PlainTrade[] }>(
        this.sandbox,
        'GET',
        `trades/${market}?since=${since}`
      )
      if (trades.length >= keptTrades)
        throw new Error(`The sandbox may have forgotten trades of ${market} before they were read`)
      known.push(...trades.slice(known.filter(({ executed_at }) => executed_at === since).length))
    }
    return this.#trades
  }
}

/** What collectors that took over from one another recorded is one log: intact, each trade once, and missing only in its gaps. */
export async function expectOneRecording(
  folders: readonly string[],
  sandbox: Sandbox,
  sent: SentTrades
): Promise<string> {
  const service = serviceOf(sandbox)
  const store = FolderStore.of(await freshFolder(), service)
  const sets = new SharedSets(store)
  const { signal } = new AbortController()
  const nothing = () => {}
  for (const folder of folders) {
    const log = logFolderOf(folder, service)
    await mkdir(log, { recursive: true })
    await repairAbandoned(log)
    await shareSealed({
      store,
      sets,
      log,
      limits: { days: 1, bytes: 1e12 },
      now: Date.now(),
      settle: -1e15,
      mayContinue: false,
      isDue: false,
      signal,
      onShared: nothing,
      onRemoved: nothing
    })
  }
  const log = path.join(await freshFolder(), 'log')
  const wanted = await segmentSets(sets, signal)
  const how = { store, wanted, log, maxBytes: 1e12, now: Date.now(), signal, onProgress: nothing }
  const { refused } = await fetchShared(how)
  const { damage } = await verifyLog(log)
  const facts = wanted.map(({ files: _files, markets: _markets, ...rest }) => rest)
  if (refused.length + damage.length > 0) throw new Error(JSON.stringify([refused, damage, facts]))

  const ends = await endsOf(log)
  const segmentOf = (seq: number) => ends.findIndex(({ last }) => seq <= last.lastSeq)
  /** Something may be missing between two parts. */
  let [part, segmentBefore] = [0, 0]
  const recorded = new Map<string, number[]>()
  for (const [seq, , kind, text = ''] of await recordedLines(log)) {
    const segment = segmentOf(Number(seq))
    if (kind === 'g' || text.includes('"event":"opened"') || segment !== segmentBefore) part += 1
    segmentBefore = segment
    const trade = recordedTrade(kind, text)
    if (!trade) continue
    const key = keyOf(trade.market, trade)
    recorded.set(key, [...(recorded.get(key) ?? []), part])
  }
  let [missing, total] = [0, 0]
  for (const [market, trades] of await sent.read()) {
    total += trades.length
    // Clocks of collectors may be wrong, so gaps are found by the order of trades.
    let [before, isMissing] = [-1, false]
    for (const trade of trades) {
      const key = keyOf(market, trade)
      const found = recorded.get(key)?.shift()
      if (found === undefined) missing += 1
      else if (found < before || (isMissing && found === before))
        throw new Error(
          `Trades before ${key} are missing outside of all gaps, or in another order: ${JSON.stringify(facts)}`
        )
      isMissing = found === undefined
      before = found ?? before
    }
  }
  const twice = [...recorded].filter(([, parts]) => parts.length > 0)
  if (twice.length > 0)
    throw new Error(`Recorded more often than traded: ${JSON.stringify(twice.slice(0, 5))}`)
  return `${wanted.length} segments of ${folders.length} collectors are one recording: ${total - missing} of ${total} trades once, the others in its gaps`
}

async function endsOf(log: string): Promise<SegmentEnds[]> {
  const ends = await Promise.all((await listSegments(log)).map(readEnds))
  return ends.filter((each) => each !== null)
}
