import { expect, test } from 'vitest'
import type { LoggedItem } from '#engine/recording/log/lines'
import { OlderPages } from '#engine/recording/history/older-pages'
import { HeatColumns } from '#renderer/lib/markets/index'
import { intervalSeconds, type Interval } from '#shared/domain/market/candles/index'
import type { HeatColumn } from '#shared/domain/market/heat/index'
import { codeOf, sizeOf } from '#shared/domain/market/heat/sizes'
import { freshFolder } from '../../../../integration/support/folder'
import { loggedItems, StraightPlay } from '../../../../integration/support/straight-play'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { columnsOf } from '../../../shared/domain/market/heat/truth'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { heatItems, heatMarkets } from '../replay/heat-log'

/** Of which the shortest columns have room. */
const minutes = 300_000

/** Sizes as they are kept: those of the last column of a page are finer. */
const spell = ({ start, seen, bin, first, bid, ask, figured, figures, sizes }: HeatColumns['all'][number]) =>
  JSON.stringify([
    start,
    seen,
    bin,
    first,
    bid,
    ask,
    figured,
    ...figures,
    Array.from(sizes, (size) => sizeOf(codeOf(size)))
  ])

/** Also those that the hub no longer has room for. */
function allColumns(logged: readonly LoggedItem[], market: string, interval: Interval): HeatColumn[] {
  const straight = new StraightPlay(logged, staleAfter)
  const all = new Map<number, HeatColumn>()
  for (let at = logged[0]!.milliseconds; straight.hub.seq < logged.at(-1)!.seq; at += minutes) {
    straight.playUntil({ milliseconds: at, nanoseconds: 0 })
    const shown = straight.hub.market(market)
    for (const column of shown ? columnsOf(shown.heat, interval) : []) all.set(column.start, column)
  }
  return [...all.values()]
}

test('pages of heat are what the books were, up to any column', async () => {
  const folder = await freshFolder()
  const random = new FuzzRandom(3)
  await writeLog(folder, heatItems(random, 7), { random, segment: 3000, finish: true })
  const logged = await loggedItems(folder)
  const straight = new StraightPlay(logged, staleAfter)
  straight.playThrough(Infinity)
  const pages = new OlderPages(folder)
  const market = random.pick(heatMarkets)
  const { heat } = straight.hub.market(market)!
  for (const interval of ['1m', '5m', '15m', '1h', '4h'] as const) {
    const all = columnsOf(heat, interval)
    const before = all[interval === '1m' ? all.length - 2 : random.below(all.length - 1)]!.start
    const columns = new HeatColumns(1500, interval)
    const request = { market, interval, seq: null, lead: 0 }
    let count = 0
    for (let to = before, begins = false; !begins; count++) {
      const page = await pages.heat({ ...request, before: to })
      columns.prepend(page)
      expect(page.from).toBeLessThanOrEqual(to - intervalSeconds[interval])
      to = page.from
      begins = page.begins
    }
    if (interval === '1m') expect(count).toBeGreaterThan(1)
    const right = all.filter(({ start }) => start < before)
    expect(columns.all.map(spell)).toEqual(right.map((column) => spell({ ...column, largest: 0 })))
  }
})

test.each(['1s', '5s', '15s'] as const)(
  'pages of heat of %s are what the books were, over all pauses',
  async (interval) => {
    const folder = await freshFolder()
    const random = new FuzzRandom(4)
    const items = heatItems(random, 1)
    await writeLog(folder, items, { random, segment: 3000, finish: true })
    const market = random.pick(heatMarkets)
    const right = allColumns(await loggedItems(folder), market, interval)
    const before = right.at(-20)!.start
    const pages = new OlderPages(folder)
    const columns = new HeatColumns(600, interval)
    let count = 0
    for (let to = before, begins = false; !begins; count++) {
      const page = await pages.heat({ market, interval, seq: null, lead: 0, before: to })
      columns.prepend(page)
      expect(page.from).toBeLessThanOrEqual(to - intervalSeconds[interval])
      to = page.from
      begins = page.begins
    }
    expect(count).toBeGreaterThan(2)
    expect(columns.all.map(spell)).toEqual(
      right.filter(({ start }) => start < before).map((column) => spell({ ...column, largest: 0 }))
    )
  }
)
