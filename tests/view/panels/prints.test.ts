import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { expect, it, vi } from 'vitest'
import { maxTrades } from '#shared/contract/market/markets'
import * as v from 'valibot'
import { printsSettings } from '#shared/contract/market/panels/prints'
import type { OlderTrades } from '#shared/contract/market/markets'
import { TapeTrades, type MarketSubscription, type MarketView } from '#renderer/lib/markets/index'
import { gapText, marketsOf } from '#renderer/panels/prints/gap-text'
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

/** Minutes from the second after the prints on that were not recorded. */
const recordedBut = (from: number, to: number) => ({
  spans: Float64Array.of(0, start + from * 60_000, start + to * 60_000, Infinity),
  steps: new Float64Array()
})

interface Recorded {
  readonly candles?: Readonly<Record<string, object>>
  /** The trades before a number. */
  readonly past?: Readonly<Record<string, (number: number) => OlderTrades>>
}

function logOf(markets: Readonly<Record<string, TapeTrades>>, { candles = {}, past = {} }: Recorded = {}) {
  const disposed: string[] = []
  const open = ({ market }: MarketSubscription) => ({
    trades: markets[market] ?? null,
    candles: (candles[market] ?? null) as MarketView['candles'],
    readOlderTrades: ({ number }: { readonly number: number }) =>
      Promise.resolve(past[market]?.(number) ?? null),
    tradesAsOf: null,
    onNews: () => () => undefined,
    onPaint: () => () => undefined,
    dispose: () => void disposed.push(market)
  })
  const log = new PrintLog({ open }, v.parse(printsSettings, {}))
  return { log, disposed }
}

const formats = { clock: 'utc', numbers: '1,234.56' } as const
const start = Date.UTC(2023, 10, 14, 22, 13, 21)
const listed = ({ all }: PrintLog) =>
  all.map((entry) =>
    entry.kind !== 'print'
      ? `${marketsOf(entry)} ${gapText(entry, formats)}`
      : `${entry.market} ${entry.row.amount}`
  )

it('lists what was recorded before its tapes, and the times without a recording', async () => {
  const usual = { nanosecond: 0, price: 6_424_850, side: 1 }
  const older = Array.from({ length: 40 }, (_, millisecond) => ({
    ...{ ...usual, millisecond: millisecond - 100_000, amount: millisecond === 39 ? 4000 : 1000 }
  }))
  const { log } = logOf(
    { BTCUSD: tapeWith({ millisecond: 300_000, amount: 9000 }), ETHUSD: tapeWith() },
    {
      past: { BTCUSD: () => ({ trades: newsOf(older, -40), seq: 1, begins: true }) },
      candles: { BTCUSD: recordedBut(1, 2), ETHUSD: recordedBut(1.5, 3) }
    }
  )
  log.follow(['BTCUSD', 'ETHUSD'])
  expect(listed(log)).toEqual(['BTCUSD 0.9000'])
  const all = ['BTCUSD 0.9000', 'All markets not recorded 2 min', 'BTCUSD 0.4000']
  await expect.poll(() => listed(log)).toEqual(all)
  log.follow(['ETHUSD'])
  expect(listed(log)).toEqual([])
  log.dispose()
})

it('says where the prints of a market end that are not all listed', async () => {
  const before = (number: number): OlderTrades => {
    const print = {
      millisecond: -1000 * (1 - number),
      nanosecond: 0,
      price: 6_424_850,
      side: 1,
      amount: 1000
    }
    return { trades: newsOf([print], number - 1), seq: null, begins: false }
  }
  const { log } = logOf(
    { BTCUSD: tapeWith({ millisecond: 300_000, amount: 9000 }), ETHUSD: tapeWith() },
    { past: { BTCUSD: before } }
  )
  log.follow(['BTCUSD', 'ETHUSD'])
  await expect.poll(() => listed(log)).toEqual(['BTCUSD 0.9000', 'BTCUSD Earlier prints are not listed'])
  log.dispose()
})

it('lists the large prints of all markets, newest first, and follows the list of markets', () => {
  const { log, disposed } = logOf({
    BTCUSD: tapeWith({ millisecond: 100, amount: 5000 }, { millisecond: 300, amount: 9000, side: 2 }),
    ETHUSD: tapeWith({ millisecond: 200, amount: 7000, side: 0 })
  })
  log.follow(['BTCUSD', 'ETHUSD'])
  expect(listed(log)).toEqual(['BTCUSD 0.9000', 'ETHUSD 0.7000', 'BTCUSD 0.5000'])
  expect(printsTable('Large prints', log.all, formats).rows[0]).toEqual([
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
  expect(listed(log)).toEqual(['ETHUSD 0.7000'])
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

it('draws a time without a recording, which is not a market to show', async () => {
  const onpick = vi.fn()
  const { log } = logOf(
    {
      BTCUSD: tapeWith({ millisecond: 300_000, amount: 9000 }),
      ETHUSD: tapeWith({ millisecond: 100, amount: 8000 })
    },
    { candles: { BTCUSD: recordedBut(1, 2) } }
  )
  log.follow(['BTCUSD', 'ETHUSD'])
  render(PrintList, { prints: log.all, numbers: '1,234.56', clock: 'utc', onpick })
  Object.defineProperty(screen.getByRole('grid'), 'clientHeight', { value: 300, configurable: true })
  await fireEvent(window, new Event('resize'))
  const gap = await screen.findByText('BTCUSD not recorded 1 min')
  expect(gap.getAttribute('aria-colspan')).toBe('4')
  await fireEvent.click(gap)
  expect(onpick).not.toHaveBeenCalled()
  expect(printsTable('', log.all, formats).rows[1]!.slice(0, 3)).toEqual([
    '2023-11-14 22:14:21.000',
    'BTCUSD',
    'not recorded 1 min'
  ])
})
