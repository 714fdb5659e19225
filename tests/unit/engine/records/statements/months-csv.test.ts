import { expect, test } from 'vitest'
import { monthsCsv } from '#engine/records/statements/index'
import { rowsOf } from '#engine/records/statements/reading/rows'
import { archived } from './reading-support'

const all = { asset: null, year: null }
const rows = rowsOf(
  [
    archived({ id: '1', asset: 'USDP', start: '2026-03-01T00:00:00Z', total: '0.000000000000000001' }),
    archived({ id: '2', asset: 'USDP', start: '2025-12-01T00:00:00Z', total: '99999999999999999999.10' }),
    archived({ id: '3', asset: 'a, "b"', start: '2026-03-01T00:00:00Z', total: '=1+1' })
  ],
  null
)

test('the CSV has each month of each asset, with exact totals and gaps', () => {
  expect(monthsCsv(rows, [], all).split('\r\n')).toEqual([
    'environment,month,asset,accrued,states,statement_ids',
    'production,2026-03,USDP,0.000000000000000001,present,1',
    'production,2026-03,"a, ""b""",,uncounted,3',
    'production,2026-02,USDP,,none,',
    'production,2026-01,USDP,,none,',
    'production,2025-12,USDP,99999999999999999999.10,present,2',
    ''
  ])
})

test('the CSV has only the asset and the year that are shown', () => {
  const lines = (filter: Partial<typeof all> | { asset: string }) =>
    monthsCsv(rows, [], { ...all, ...filter })
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').slice(1, 3).join(' '))
  expect(lines({ asset: 'USDP' })).toEqual(['2026-03 USDP', '2026-02 USDP', '2026-01 USDP', '2025-12 USDP'])
  expect(monthsCsv(rows, [], { asset: 'USDP', year: '2025' }).trim().split('\r\n')).toHaveLength(2)
})
