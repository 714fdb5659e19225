import { expect, test } from 'vitest'
import { FeedSeat } from '#engine/feed/seat/seat'
import { SharedPast } from '#engine/feed/seat/shared-past'
import { feedSubjects } from '#engine/feed/wire/subjects'
import type { MarketPast } from '#engine/recording/history/market-past'
import { columnsOf } from '#engine/recording/history/trade-columns'
import { Tape } from '#shared/domain/market/tape/index'
import { LogScript } from '../recording/log-script'
import { HandClock } from '../hand-clock'

const market = 'BTCUSD'
const service = { environment: 'production', restBase: 'https://api.example.com', clientId: 'desk' } as const
const hour = 3_600_000

/** A seat that has followed for a minute and has a mark, and recordings with some segments. */
async function join(next: number, segments: readonly (readonly [first: number, last: number])[]) {
  const seat = new FeedSeat({ subjects: feedSubjects(service), staleAfter: 10_000 })
  const script = new LogScript(market)
    .run()
    .subscribed()
    .snapshot([['99', '1']], [['101', '1']])
  const begun = script.now
  script.busy(60)
  for (const item of script.items) seat.hub.apply(item)
  const asked: (number | null)[] = []
  const past = new SharedPast(seat, {
    clock: new HandClock(),
    service,
    recordings: {
      fetch: async () => null,
      lastSeq: async () => segments.at(-1)![1],
      lastAt: async () => begun,
      lastBefore: async (_service, seq, since) => {
        const found = segments.findLast(([first]) => first < seq)
        return found && (since === -Infinity || found[0] > 1) ? Math.min(found[1], seq - 1) : null
      },
      async read(_service, { seq }) {
        asked.push(seq)
        const spans = [[begun - hour, begun - hour / 2] as const]
        const trades = columnsOf(new Tape(1))
        return {
          candles: { spans, series: [] },
          steps: [],
          trades,
          to: spans[0]![1],
          firstSeq: 1
        } satisfies MarketPast
      }
    },
    failed: (problem) => expect.unreachable(String(problem)),
    notFetched: (problem) => expect.unreachable(String(problem))
  })
  const trades = new Map([[market, 0]])
  seat.markets.hold(market)
  seat.marks.add({ next, at: begun + 1000, serviceAt: begun + 1000, isEarly: false, trades, run: 0 })
  await expect.poll(() => past.joint(market)?.seq ?? 0).toBeGreaterThan(0)
  await expect.poll(() => seat.hub.market(market)!.candles.coverage.past.length).toBeGreaterThan(0)
  const { coverage } = seat.hub.market(market)!.candles
  const unseen = coverage.unseen(begun - hour, begun + 60_000, begun + 60_000)
  const joint = past.joint(market)!
  past.dispose()
  seat.dispose()
  return { asked, isWhole: joint.isWhole, isSeenBetween: unseen.every(({ to }) => to <= begun - hour) }
}

test('a mark joins the recordings if they have the item before it', async () => {
  const { asked, isWhole, isSeenBetween } = await join(500, [
    [1, 200],
    [201, 900]
  ])
  expect([asked[0], isWhole, isSeenBetween]).toEqual([499, true, true])
})

test('time is not covered if the segment before a mark is missing, although a later one is there', async () => {
  const { asked, isWhole, isSeenBetween } = await join(500, [
    [1, 200],
    [501, 900]
  ])
  expect([asked[0], isWhole, isSeenBetween]).toEqual([200, false, false])
})

test('a seat asks again soon after the leader says that more is shared, unless something was refused', async () => {
  const [seat, clock] = [
    new FeedSeat({ subjects: feedSubjects(service), staleAfter: 10_000 }),
    new HandClock()
  ]
  let [fetches, refused] = [0, [] as string[]]
  const nothingLeft = { leftOut: 0, offered: 0, bytes: 0, since: null }
  const none = () => Promise.resolve(null)
  const past = new SharedPast(seat, {
    clock,
    service,
    recordings: {
      fetch: () =>
        Promise.resolve({ fetched: (fetches += 1), refused, from: 0, begins: true, ...nothingLeft }),
      ...{ lastSeq: none, lastAt: none, lastBefore: none, read: none }
    },
    failed: (problem) => expect.unreachable(String(problem)),
    notFetched: (problem) => expect.unreachable(String(problem))
  })
  const wait = async (seconds: number) => {
    clock.advance(seconds * 1000)
    await new Promise((resolve) => setImmediate(resolve))
    return fetches
  }
  const mark = (next: number) =>
    seat.marks.add({ next, at: next, serviceAt: next, isEarly: false, trades: new Map(), run: 0 })
  seat.markets.hold(market)
  seat.marks.share(100)
  mark(200)
  expect(await wait(100)).toBe(1)
  mark(300)
  expect(await wait(1)).toBe(1)
  seat.marks.share(300)
  expect(await wait(20)).toBe(2)
  mark(400)
  expect(await wait(100)).toBe(2)
  refused = ['altered']
  seat.marks.share(400)
  expect(await wait(20)).toBe(3)
  seat.marks.share(500)
  expect(await wait(20)).toBe(3)
  clock.advance(1_800_000)
  mark(600)
  expect(await wait(1)).toBe(4)
  past.dispose()
  seat.dispose()
})

test('a fetch that failed is tried again after half a minute, or at once if the user asks', async () => {
  const seat = new FeedSeat({ subjects: feedSubjects(service), staleAfter: 10_000 })
  const clock = new HandClock()
  const failures: [string, number][] = []
  let fetches = 0
  const past = new SharedPast(seat, {
    clock,
    service,
    recordings: {
      async fetch() {
        fetches += 1
        throw new Error('away')
      },
      lastSeq: async () => null,
      lastAt: async () => null,
      lastBefore: async () => null,
      read: async () => null
    },
    failed: (problem) => expect.unreachable(String(problem)),
    notFetched: (problem, retryAfter) => failures.push([String(problem), retryAfter])
  })
  seat.markets.hold(market)
  let next = 0
  const mark = async (expected: number) => {
    next += 100
    seat.marks.add({ next, at: next, serviceAt: next, isEarly: false, trades: new Map(), run: 0 })
    await expect.poll(() => fetches).toBe(expected)
    await new Promise(setImmediate)
  }
  await mark(1)
  expect(failures).toEqual([['Error: away', 30_000]])
  clock.advance(29_000)
  await mark(1)
  clock.advance(1000)
  await mark(2)
  past.retry()
  await expect.poll(() => fetches).toBe(3)
  past.dispose()
  seat.dispose()
})
