import { expect, test } from 'vitest'
import { OlderPages } from '#engine/recording/history/older-pages'
import { HeatColumns } from '#renderer/lib/markets/index'
import { intervalSeconds } from '#shared/domain/market/candles/index'
import { codeOf, sizeOf } from '#shared/domain/market/heat/sizes'
import { freshFolder } from '../../../../integration/support/folder'
import { loggedItems, StraightPlay } from '../../../../integration/support/straight-play'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { columnsOf } from '../../../shared/domain/market/heat/truth'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { heatItems, heatMarkets } from '../replay/heat-log'

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
