import { expect, test } from 'vitest'
import { ItemRows } from '#engine/recording/parquet/item-rows'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { LogScript } from '../log-script'

test('nothing is known of a market from its release on', () => {
  const log = new LogScript()
    .run()
    .subscribed()
    .pass(100)
    .snapshot([['10', '1']], [['11', '1']])
  const { length } = log.pass(1000).event('released', { market: 'BTCUSD' }).items
  log.pass(3_600_000).run()
  const rows = new ItemRows({ hub: new RecordedHub({ staleAfter: () => 10_000 }), series: [], last: null })
  const states: unknown[] = []
  rows.begin((table, _market, [seq, , state]) => {
    if (table === 'states') states.push([Number(seq), state])
  })
  for (const item of log.items) rows.apply(item)
  rows.dispose()
  expect(states.slice(-2)).toEqual([
    [length - 1, 'live'],
    [length, 'unrecorded']
  ])
})
