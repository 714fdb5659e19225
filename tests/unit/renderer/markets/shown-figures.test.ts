import { expect, it } from 'vitest'
import { shownTable } from '#renderer/panels/shell/shown-figures'

const table = {
  caption: 'Depth BTCUSD',
  columns: ['Side', 'Time UTC', 'Price', 'Size', 'Known'],
  rows: [
    ['Ask', '10:15:04.123', '64212.50', '≥ 1234567.00010000', 'whole'],
    ['Bid', '10:15:05.001', '9.00', '12', ''],
    ['', '', '–', 'not known', 'at least 5']
  ]
}

it('formats aligned figures and keeps text and times', () => {
  expect(shownTable(table, '1,234.56').rows.map(({ cells }) => cells)).toEqual([
    ['Ask', '10:15:04.123', '64,212.50', '≥ 1,234,567.00010000', 'whole'],
    ['Bid', '10:15:05.001', '9.00', '12.00000000', ''],
    ['', '', '–', 'not known', 'at least 5']
  ])
  expect(shownTable(table, '1.234,56').rows[0]!.cells[2]).toBe('64.212,50')
})

it('pads no figures of several markets', () => {
  const rows = [
    ['BTCUSD', '64212.5', '0.10000000'],
    ['XLMUSD', '0.0948775', '–']
  ]
  const markets = { caption: '', columns: ['Market', 'Last', 'Volume'], rows, mixed: true }
  expect(shownTable(markets, '1,234.56').rows.map(({ cells }) => cells)).toEqual([
    ['BTCUSD', '64,212.5', '0.10000000'],
    ['XLMUSD', '0.0948775', '–']
  ])
})

it('left-aligns text', () => {
  expect(shownTable(table, '1,234.56').columns.map(({ words }) => words)).toEqual([
    true,
    false,
    false,
    false,
    false
  ])
})

it('keeps the key of a row that moves', () => {
  const keys = (rows: readonly string[][]) =>
    shownTable({ caption: '', columns: ['Side', 'Price'], rows }, '1,234.56').rows.map(({ key }) => key)
  const asks = ['3', '2', '1'].map((price) => ['Ask', price])
  expect(keys([['Ask', '4'], ...asks]).slice(1)).toEqual(keys([...asks, ['Bid', '0']]).slice(0, 3))
  expect(new Set(keys([...asks, ...asks])).size).toBe(6)
})
