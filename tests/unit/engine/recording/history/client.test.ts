import { expect, test } from 'vitest'
import { HistoryClient, type HistoryProcess } from '#engine/recording/history/client'
import { MarketHistory } from '#engine/recording/history/market-history'
import type { MarketPast } from '#engine/recording/history/market-past'
import type {
  HistoryReply,
  HistoryRequest,
  PageRequest,
  PastsRequest
} from '#engine/recording/history/messages'
import { columnsOf } from '#engine/recording/history/trade-columns'
import { logFolderOf } from '#engine/recording/location'
import { Hub } from '#engine/market/hub'
import type { OlderCandles } from '#shared/contract/market/markets'
import { HeatBook } from '#shared/domain/market/heat/index'
import { Tape } from '#shared/domain/market/tape/index'
import { HandClock } from '../../hand-clock'

class SilentProcess implements HistoryProcess {
  readonly requests: PastsRequest[] = []
  readonly pages: PageRequest[] = []
  readonly cancelled: number[] = []
  isKilled = false
  reply!: (reply: HistoryReply) => void
  end!: () => void
  send = (request: HistoryRequest) => {
    if (request.kind === 'pasts') this.requests.push(request)
    else if (request.kind === 'cancel') this.cancelled.push(request.id)
    else this.pages.push(request)
  }
  onReply = (listener: (reply: HistoryReply) => void) => void (this.reply = listener)
  onEnd = (listener: () => void) => void (this.end = listener)
  kill = () => void (this.isKilled = true)
}

function begin() {
  const clock = new HandClock()
  const processes: SilentProcess[] = []
  const warnings: string[] = []
  const client = new HistoryClient({
    clock,
    spawn() {
      const process = new SilentProcess()
      processes.push(process)
      return process
    },
    staleAfter: () => 10_000,
    warn: (sentence) => warnings.push(sentence)
  })
  return { clock, client, processes, warnings }
}

const heats: unknown[] = []
const heard = (heat: unknown) => void heats.push(heat)
const wanted = (market: string) => ({ market, seq: 7, at: 0 })
const past: MarketPast = {
  candles: { spans: [[1, 2]], series: [] },
  steps: [],
  trades: columnsOf(new Tape(1)),
  to: 0,
  firstSeq: 1
}

test('what is wanted at the same time is read at once, and the process ends a while after its work', async () => {
  const { clock, client, processes } = begin()
  const pasts = Promise.all(['A', 'B'].map((market) => client.read('log', wanted(market), heard)))
  expect(processes).toEqual([])
  clock.advance(50)
  const [process] = processes
  expect(process!.requests.map(({ wanted: all }) => all.map(({ market }) => market))).toEqual([['A', 'B']])
  const [a, b] = process!.requests[0]!.wanted.map(({ id }) => id) as [number, number]
  process!.reply({ kind: 'series', id: b, series: ['1d', []] })
  process!.reply({ kind: 'past', id: b, past })
  const heat = new HeatBook().store()
  process!.reply({ kind: 'heat', id: b, heat })
  expect(heats).toEqual([heat])
  expect(process!.isKilled).toBe(false)
  process!.reply({ kind: 'done', ids: [a, b], problem: null })
  expect(await pasts).toEqual([null, { ...past, candles: { spans: [[1, 2]], series: [['1d', []]] } }])
  clock.advance(9000)
  process!.reply({ kind: 'alive' })
  void client.read('log', wanted('C'), heard)
  clock.advance(9000)
  expect(process!.requests.length).toBe(2)
  expect(process!.isKilled).toBe(false)
  process!.reply({ kind: 'done', ids: process!.requests[1]!.wanted.map(({ id }) => id), problem: null })
  clock.advance(10_000)
  expect(process!.isKilled).toBe(true)
  void client.read('log', wanted('D'), heard)
  clock.advance(50)
  expect(processes.length).toBe(2)
  client.dispose()
})

test('a process that hangs or ends leaves the past unknown, and the next one starts over', async () => {
  const { clock, client, processes, warnings } = begin()
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) clock.advance(1000)
  }
  const first = client.read('log', wanted('A'), heard)
  // Its start may take long.
  pass(50)
  processes[0]!.reply({ kind: 'alive' })
  pass(14)
  expect(processes[0]!.isKilled).toBe(false)
  pass(6)
  expect(await first).toBeNull()
  expect(processes[0]!.isKilled).toBe(true)
  const other = client.read('log', wanted('A'), heard)
  clock.advance(50)
  processes[1]!.reply({ kind: 'series', id: processes[1]!.requests[0]!.wanted[0]!.id, series: ['1d', []] })
  processes[1]!.end()
  expect(await other).toBeNull()
  expect(warnings.length).toBe(2)
  const never = client.read('log', wanted('A'), heard)
  pass(70)
  expect(await never).toBeNull()
  expect(processes[2]!.isKilled).toBe(true)
  const last = client.read('log', wanted('A'), heard)
  client.dispose()
  expect(await last).toBeNull()
  expect(processes.length).toBe(3)
})

test('the process waits for the next page, and a page is null if it ends', async () => {
  const { clock, client, processes } = begin()
  const older = { market: 'A', interval: '1m', before: 600, seq: null, lead: 0 } as const
  const first = client.page('candles', 'log', older)
  const { id, ...request } = processes[0]!.pages[0]!
  expect(request).toEqual({ kind: 'candles', folder: 'log', wanted: older })
  const page = { from: 0, begins: true } as OlderCandles
  processes[0]!.reply({ kind: 'page', id, page })
  processes[0]!.reply({ kind: 'done', ids: [id], problem: null })
  expect(await first).toBe(page)
  clock.advance(9000)
  processes[0]!.reply({ kind: 'alive' })
  const second = client.page('heat', 'log', older)
  clock.advance(9000)
  expect(processes.length).toBe(1)
  expect(processes[0]!.isKilled).toBe(false)
  processes[0]!.reply({ kind: 'done', ids: [processes[0]!.pages[1]!.id], problem: 'unreadable' })
  expect(await second).toBeNull()
  clock.advance(20_000)
  expect(processes[0]!.isKilled).toBe(true)
  const third = client.page('candles', 'log', older)
  processes[1]!.end()
  expect(await third).toBeNull()
})

test('a page that is no longer wanted is cancelled, once', async () => {
  const { client, processes } = begin()
  const range = { market: 'A', from: 0, to: null, step: null, seq: 1, lead: 0 }
  const [first, second] = [new AbortController(), new AbortController()]
  const page = client.page('profile', 'log', range, first.signal)
  const other = client.page('profile', 'log', range, second.signal)
  const [{ id }, { id: otherId }] = processes[0]!.pages as [PageRequest, PageRequest]
  first.abort()
  expect(processes[0]!.cancelled).toEqual([id])
  processes[0]!.reply({ kind: 'done', ids: [id], problem: null })
  expect(await page).toBeNull()
  processes[0]!.reply({ kind: 'done', ids: [otherId], problem: null })
  expect(await other).toBeNull()
  second.abort()
  expect(processes[0]!.cancelled).toEqual([id])
  expect(await client.page('profile', 'log', range, first.signal)).toBeNull()
  client.dispose()
})

test('a recorder that does not write does not keep the past away for long', async () => {
  const clock = new HandClock()
  const hub = new Hub({
    clock,
    staleAfter: () => 10_000,
    register: () => 0,
    desire: () => {},
    resync: () => {}
  })
  hub.hold('A')
  const read: unknown[] = []
  const service = { environment: 'local', restBase: 'r', clientId: 'c' } as const
  const history = new MarketHistory({
    clock,
    folder: 'recordings',
    recordings: { written: () => new Promise<never>(() => {}) },
    client: {
      async read(...request) {
        read.push(request)
        return past
      },
      page: () => Promise.reject(new Error('No page is read'))
    },
    desk: { older: async () => null, olderTrades: async () => null, profile: async () => null },
    afterStartup: (work) => work()
  })
  const at = clock.wall()
  const restored = history.restore(hub, hub.market('A')!, service)
  for (let second = 0; second < 15; second++) clock.advance(1000)
  await restored
  expect(read).toEqual([
    [logFolderOf('recordings', service), { market: 'A', seq: null, at }, expect.any(Function)]
  ])
  expect(hub.market('A')!.candles.coverage.past).toEqual([{ from: 1, to: 2 }])
  hub.dispose()
})
