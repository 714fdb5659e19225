import * as v from 'valibot'
import { expect, test } from 'vitest'
import { printingCalls, type ReportPage } from '#shared/contract/recording/printing'

const row = { cells: ['00:00', '1.5'], kind: 'plain' as const }
const page: ReportPage = {
  title: 'Spread',
  about: '',
  facts: [],
  figures: [],
  chart: {
    unit: 'bp',
    from: 0,
    to: 1,
    ticks: [],
    slots: [{ label: '00:00', partial: true }],
    labelEvery: 1,
    band: null,
    lines: [{ name: 'Median', ink: 'text', values: [null] }],
    bars: [],
    now: null
  },
  columns: [{ title: 'Time', right: false }],
  rows: [row],
  notes: []
}
const accepts = (changed: object, name = 'Spread BTCUSD.pdf') =>
  v.safeParse(printingCalls.savePdf.payload, { page: { ...page, ...changed }, name }).success

test('a page to print has limits, and its name is not a path', () => {
  expect(accepts({})).toBe(true)
  expect(accepts({ rows: Array.from({ length: 80 }, () => row) })).toBe(true)
  for (const changed of [
    { rows: Array.from({ length: 81 }, () => row) },
    { rows: [{ ...row, cells: ['x'.repeat(81)] }] },
    { columns: Array.from({ length: 17 }, () => page.columns[0]) },
    { title: 'x'.repeat(121) },
    { notes: ['x'.repeat(401)] },
    { chart: { ...page.chart, to: Infinity } },
    { chart: { ...page.chart, lines: [{ name: '', ink: 'url(x)', values: [] }] } }
  ])
    expect(accepts(changed)).toBe(false)
  for (const name of ['../up.pdf', 'a/b.pdf', 'a.exe', 'C:\\a.pdf', '.pdf', `${'x'.repeat(120)}.pdf`])
    expect(accepts({}, name)).toBe(false)
})
