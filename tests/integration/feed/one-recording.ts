import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { logFolderOf } from '#engine/recording/location'
import { readEnds } from '#engine/recording/log/ends'
import { repairAbandoned } from '#engine/recording/log/repair-abandoned'
import { listSegments } from '#engine/recording/log/segments'
import { verifyLog } from '#engine/recording/log/verify'
import { logTimeOf } from '#engine/recording/replay/log-time'
import { fetchShared, segmentSets } from '#engine/recording/shared/fetch'
import { FolderStore } from '#engine/recording/shared/folder-store'
import { SharedSets } from '#engine/recording/shared/read-sums'
import { shareSealed } from '#engine/recording/shared/share'
import type { startSandbox } from '#sandbox/index'
import { freshFolder } from '../support/folder'
import { recordedLines } from '../support/recorded-book'
import { control } from './books'
import { serviceOf } from './collectors'

type Sandbox = Awaited<ReturnType<typeof startSandbox>>

interface Trade {
  readonly price: string
  readonly amount: string
  readonly executed_at: string
}

/** A trade reaches a collector within this time, by the clock of this computer. */
const delay = 2000

const keyOf = (market: string, { price, amount, executed_at }: Trade) =>
  [market, Number(price), Number(amount), executed_at].join(' ')

/** What collectors that took over from one another recorded is one log: intact, each trade once, and missing only in its gaps. */
export async function expectOneRecording(
  folders: readonly string[],
  sandbox: Sandbox,
  markets: readonly string[]
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
  if (refused.length + damage.length > 0) throw new Error(JSON.stringify([refused, damage]))

  const counts = new Map<string, number>()
  for (const [, , kind, text = ''] of await recordedLines(log)) {
    if (kind !== 'f' || !text.includes('executed_at')) continue
    const { payload } = JSON.parse(text) as { payload: Trade & { market: string } }
    const key = keyOf(payload.market, payload)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const holes = await holesOf(log)
  let [missing, total] = [0, 0]
  for (const market of markets) {
    const words = `trades/${market}?since=1970-01-01T00:00:00Z`
    const { trades } = await control<{ trades: readonly Trade[] }>(sandbox, 'GET', words)
    const truth = new Map<string, Trade[]>()
    for (const trade of trades) {
      const key = keyOf(market, trade)
      truth.set(key, [...(truth.get(key) ?? []), trade])
    }
    for (const [key, same] of truth) {
      total += same.length
      const count = counts.get(key) ?? 0
      if (count > same.length) throw new Error(`${key} was recorded ${count} times`)
      if (count === same.length) continue
      missing += same.length - count
      const at = Date.parse(same[0]!.executed_at)
      if (!holes.some(([from, to]) => at >= from - delay && at <= to + delay))
        throw new Error(`${key} is missing outside of all gaps`)
    }
  }
  return `${wanted.length} segments of ${folders.length} collectors are one recording: ${total - missing} of ${total} trades once, the others in ${holes.length} gaps`
}

/** Before the first segment, between two, and after the last one, in milliseconds since the epoch. */
async function holesOf(log: string): Promise<[number, number][]> {
  const holes: [number, number][] = []
  let end = -Infinity
  for (const file of await listSegments(log)) {
    const ends = await readEnds(file)
    if (!ends) continue
    holes.push([end, logTimeOf(ends.first.from).milliseconds])
    end = logTimeOf(ends.last.to).milliseconds
  }
  return [...holes, [end, Infinity]]
}
