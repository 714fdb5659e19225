import { expect, it } from 'vitest'
import { shownColumns } from '#renderer/panels/shell/shown-figures'

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
  expect(shownColumns(table, '1,234.56').map(({ cells }) => cells)).toEqual([
    ['Ask', 'Bid', ''],
    ['10:15:04.123', '10:15:05.001', ''],
    ['64,212.50', '9.00', '–'],
    ['≥ 1,234,567.00010000', '12.00000000', 'not known'],
    ['whole', '', 'at least 5']
  ])
  expect(shownColumns(table, '1.234,56')[2]!.cells[0]).toBe('64.212,50')
})

it('left-aligns text', () => {
  expect(shownColumns(table, '1,234.56').map(({ words }) => words)).toEqual([
    true,
    false,
    false,
    false,
    false
  ])
})
