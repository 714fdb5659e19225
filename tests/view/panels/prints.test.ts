import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { expect, it, vi } from 'vitest'
import { maxTrades } from '#shared/contract/market/markets'
import * as v from 'valibot'
import { printsSettings } from '#shared/contract/market/panels/prints'
import { TapeTrades, type MarketSubscription } from '#renderer/lib/markets/index'
import { PrintLog } from '#renderer/panels/prints/print-log'
import { printsTable } from '#renderer/panels/prints/table'
import PrintList from '../../../renderer/panels/prints/PrintList.svelte'
import { newsOf, type Print } from '../../unit/renderer/markets/trades/trade'

/** Thirty usual prints, then those. */
function tapeWith(...large: readonly Partial<Print>[]): TapeTrades {
  const print = { millisecond: 0, nanosecond: 0, price: 6_424_850, amount: 1000, side: 1 }
  const usual = Array.from({ length: 30 }, (_, millisecond) => ({ ...print, millisecond }))
  const trades = new TapeTrades(maxTrades)
  trades.apply(newsOf([...usual, ...large.map((part) => ({ ...print, ...part }))], 0))
  return trades
}

function logOf(markets: Readonly<Record<string, TapeTrades>>) {
  const disposed: string[] = []
  const open = ({ market }: MarketSubscription) => ({
    trades: markets[market] ?? null,
    candles: null,
    tradesAsOf: null,
    onNews: () => () => undefined,
    onPaint: () => () => undefined,
    dispose: () => void disposed.push(market)
  })
  const log = new PrintLog({ open }, v.parse(printsSettings, {}))
  return { log, disposed }
}

it('lists the large prints of all markets, newest first, and follows the list of markets', () => {
  const { log, disposed } = logOf({
    BTCUSD: tapeWith({ millisecond: 100, amount: 5000 }, { millisecond: 300, amount: 9000, side: 2 }),
    ETHUSD: tapeWith({ millisecond: 200, amount: 7000, side: 0 })
  })
  log.follow(['BTCUSD', 'ETHUSD'])
  expect(log.all.map(({ market, row }) => `${market} ${row.amount}`)).toEqual([
    'BTCUSD 0.9000',
    'ETHUSD 0.7000',
    'BTCUSD 0.5000'
  ])
  expect(printsTable('Large prints', log.all, 'utc').rows[0]).toEqual([
    '2023-11-14 22:13:20.300',
    'BTCUSD',
    'sell, at the bid',
    '64248.50',
    '0.9000',
    '57823.65',
    'USD',
    '1'
  ])
  log.follow(['ETHUSD'])
  expect(log.all.map(({ market }) => market)).toEqual(['ETHUSD'])
  expect(disposed).toEqual(['BTCUSD'])
  log.set(v.parse(printsSettings, { valueAtLeast: '1000000' }))
  expect(log.all).toEqual([])
  log.dispose()
  expect(disposed).toEqual(['BTCUSD', 'ETHUSD'])
})

it('shows the market of a print, and keeps that row active while newer ones come', async () => {
  const { log } = logOf({
    BTCUSD: tapeWith({ millisecond: 100, amount: 5000 }, { millisecond: 200, amount: 9000 })
  })
  log.follow(['BTCUSD'])
  const onpick = vi.fn()
  const props = { numbers: '1,234.56', clock: 'utc', onpick } as const
  const older = log.all.slice(1)
  const { rerender } = render(PrintList, { ...props, prints: older })
  Object.defineProperty(screen.getByRole('grid'), 'clientHeight', { value: 300, configurable: true })
  await fireEvent(window, new Event('resize'))
  await tick()
  const row = await screen.findByRole('row', { selected: false })
  expect(row.textContent).toContain('32.1k')
  await fireEvent.click(row)
  expect(onpick.mock.calls).toEqual([['BTCUSD']])
  await rerender({ ...props, prints: log.all })
  expect(screen.getByRole('row', { selected: true }).textContent).toContain('32.1k')
})
