import { screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import { axisOf, type MonthBar } from '#renderer/records/statements/months'
import { show } from '../support/show'
import { someRow, withRows } from './some'

const bar = (total: string | null): MonthBar => ({
  month: '2026-10',
  total,
  revised: false,
  leftOut: 0,
  share: 1
})
const texts = (total: string, lines = 4) =>
  axisOf([bar('0'), bar(total)], lines, '1,234.56')?.ticks.map(({ text }) => text)

it('has round, short amounts from zero to above the highest bar', () => {
  expect(texts('18448.969637')).toEqual(['0', '5k', '10k', '15k', '20k'])
  expect(texts('0.000001', 2)).toEqual(['0', '0.0000005', '0.0000010'])
  expect(texts('8')).toEqual(['0', '2', '4', '6', '8'])
  expect(texts('9999')).toEqual(['0', '5k', '10k'])
  expect(texts('3500000')).toEqual(['0', '1M', '2M', '3M', '4M'])
  expect(axisOf([bar(null), bar('0'), bar('-1')], 4, '1,234.56')).toBeNull()
})

it('works for amounts of any size', () => {
  for (let power = -9; power < 18; power += 1) {
    for (const digits of [1, 1.5, 2.01, 4.99, 7.3, 9.99]) {
      const total = (digits * 10 ** power).toFixed(12)
      const axis = axisOf([bar(total)], 4, '1234.56')!
      expect(axis.ticks.length).toBeGreaterThanOrEqual(2)
      expect(axis.ticks.length).toBeLessThanOrEqual(6)
      expect([axis.ticks[0]?.share, axis.ticks.at(-1)?.share]).toEqual([0, 1])
      expect(axis.highest).toBeGreaterThan(0.3)
      expect(axis.highest).toBeLessThanOrEqual(1 + 1e-9)
      const all = axis.ticks.map(({ text }) => text)
      expect(new Set(all).size).toBe(all.length)
    }
  }
})

it('shows amounts beside the chart and a legend of its colours', async () => {
  await show('#/statements', withRows([someRow({ revision: { number: 2, of: 2 } })]))
  const chart = await screen.findByRole('slider', { name: 'Rewards accrued by month in USDP' })
  expect([...chart.querySelectorAll('text.amount')].map(({ textContent }) => textContent)).toEqual([
    '0',
    '10k',
    '20k'
  ])
  const legend = screen.getByRole('list', { name: 'Legend of the chart' })
  expect([...legend.children].map(({ textContent }) => textContent.trim())).toEqual([
    'Local · USDP accrued',
    'revised'
  ])
})
