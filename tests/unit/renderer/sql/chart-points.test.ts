import { expect, test } from 'vitest'
import { axisColumns, chartPieces, rangeOf, rowNumber, usualAxes } from '#renderer/app/sql/chart-points'

const column = (name: string, type: string, kind: 'number' | 'time' | 'text') => ({ name, type, kind })
const number = { place: 1, name: 'price', isTime: false }
const pointsOf = (values: readonly (string | null)[], isTime = true) => {
  const rows = values.map((value, index) => [value, String(index)])
  return chartPieces({ rows }, { place: 0, name: 'time', isTime }, number)
}

test('numbers, times and nanoseconds can be drawn', () => {
  const columns = [
    column('market', 'VARCHAR', 'text'),
    column('time_ns', 'BIGINT', 'number'),
    column('time', 'TIMESTAMP_NS', 'time'),
    column('price', 'DECIMAL(38,18)', 'number')
  ]
  expect(axisColumns(columns)).toEqual([
    { place: 1, name: 'time_ns', isTime: true },
    { place: 2, name: 'time', isTime: true },
    { place: 3, name: 'price', isTime: false }
  ])
})

test('times are those of UTC, in every form that DuckDB writes', () => {
  const at = Date.parse('2026-01-05T09:00:01.500Z')
  const texts = ['2026-01-05 09:00:01.5', '2026-01-05 09:00:01.5+00', String(BigInt(at) * 1_000_000n)]
  for (const text of texts) expect(pointsOf([text])[0]![0]!.at).toBe(at)
  expect(pointsOf(['2026-01-05'])[0]![0]!.at).toBe(Date.parse('2026-01-05T00:00:00Z'))
})

test('points are in the order of the axis, and rows without a number are gaps', () => {
  const rows = [
    ['3', '30'],
    ['1', '10'],
    ['2', null],
    [null, '7'],
    ['4', '40'],
    ['5', 'inf']
  ]
  const pieces = chartPieces({ rows }, { place: 0, name: 'x', isTime: false }, number)
  expect(pieces.map((piece) => piece.map(({ at, value, row }) => [at, value, row]))).toEqual([
    [[1, 10, 1]],
    [
      [3, 30, 0],
      [4, 40, 4]
    ]
  ])
  expect(rangeOf(pieces, 'value')).toEqual({ min: 10, max: 40 })
})

test('rows are counted from 1, and a single value has a range', () => {
  const rows = { place: rowNumber, name: 'Row', isTime: false }
  const pieces = chartPieces({ rows: [['a', '5']] }, rows, number)
  expect(pieces[0]![0]!.at).toBe(1)
  expect(rangeOf(pieces, 'value')).toEqual({ min: 4, max: 6 })
  expect(rangeOf([], 'at')).toBe(null)
})

test('the price over time is drawn of a table as it is, not its date or number', () => {
  const all = axisColumns([
    column('date', 'DATE', 'time'),
    column('seq', 'BIGINT', 'number'),
    column('received_ns', 'BIGINT', 'number'),
    column('seq', 'BIGINT', 'number'),
    column('price', 'DECIMAL(38,18)', 'number')
  ])
  expect(usualAxes(all)).toEqual({ x: all[2], y: all[4] })
  expect(usualAxes(all.slice(0, 2))).toEqual({ x: all[0], y: all[1] })
  expect(usualAxes([])).toEqual({ x: undefined, y: undefined })
})
