import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, it, vi } from 'vitest'
import { chartSchema } from '#shared/contract/market/panels/chart'
import { intervals } from '#shared/domain/market/candles/intervals'
import * as v from 'valibot'
import ComparePicker from '../../../renderer/panels/chart/compare/ComparePicker.svelte'
import HeadFacts from '../../../renderer/panels/chart/HeadFacts.svelte'
import IntervalPicker from '../../../renderer/panels/chart/IntervalPicker.svelte'
import { compareMenu } from '#renderer/panels/chart/compare/compare-menu'
import { readHead } from '#renderer/panels/chart/head'
import LegendLine from '../../../renderer/panels/chart/LegendLine.svelte'
import StudyFields from '../../../renderer/panels/chart/studies/StudyFields.svelte'
import StudyToggles from '../../../renderer/panels/chart/StudyToggles.svelte'

it('uses defaults for invalid settings', () => {
  const settings = v.parse(chartSchema, {
    interval: '7m',
    heat: 'yes',
    cvd: true,
    rsiPeriod: 1,
    sessionStart: 7
  })
  expect(settings).toEqual({
    interval: '1m',
    vwap: true,
    volume: true,
    cvd: true,
    heat: true,
    heatContrast: 50,
    scale: 'linear',
    bodies: 'pale',
    tools: null,
    ema: false,
    emaPeriod: 20,
    atr: false,
    atrPeriod: 14,
    rsi: false,
    rsiPeriod: 14,
    spread: false,
    depth10: false,
    depth50: false,
    imbalance: false,
    footprint: false,
    footprintSides: false,
    anchor: null,
    levels: false,
    sessionStart: 0,
    shareRange: false,
    profile: 'off',
    compare: null,
    compareAs: 'percent'
  })
})

it('has one tab stop for intervals', async () => {
  const onpick = vi.fn()
  render(IntervalPicker, { interval: '1m', onpick })
  const radios = screen.getAllByRole('radio')
  expect(radios.map((radio) => radio.textContent)).toEqual([...intervals])
  expect(radios.filter(({ tabIndex }) => tabIndex === 0).map((radio) => radio.textContent)).toEqual(['1m'])
  await fireEvent.keyDown(screen.getByRole('radio', { name: '1m' }), { key: 'ArrowRight' })
  await fireEvent.click(screen.getByRole('radio', { name: '4h' }))
  expect(onpick.mock.calls).toEqual([['5m'], ['4h']])
})

it('toggles studies', async () => {
  const onset = vi.fn()
  render(StudyToggles, { settings: v.parse(chartSchema, {}), onset })
  const heat = screen.getByRole('button', { name: 'Depth heat' })
  expect(heat.getAttribute('aria-pressed')).toBe('true')
  await fireEvent.click(heat)
  await fireEvent.click(screen.getByRole('button', { name: 'CVD' }))
  expect(onset.mock.calls).toEqual([[{ heat: false }], [{ cvd: true }]])
})

it('sets the periods of studies that are on', async () => {
  const onset = vi.fn()
  const settings = { ...v.parse(chartSchema, {}), rsi: true, levels: true }
  render(StudyFields, { settings, onset })
  expect(screen.queryByLabelText('EMA period')).toBeNull()
  const period = screen.getByLabelText('RSI period')
  await fireEvent.input(period, { target: { value: '1' } })
  await fireEvent.change(period)
  expect(screen.getByText('A whole number from 2 to 500')).toBeTruthy()
  await fireEvent.input(period, { target: { value: '9' } })
  await fireEvent.change(period)
  const start = screen.getByLabelText('Session start (UTC)')
  await fireEvent.input(start, { target: { value: '14:30' } })
  await fireEvent.change(start)
  expect(onset.mock.calls).toEqual([[{ rsiPeriod: 9 }], [{ sessionStart: 870 }]])
})

it('picks the market to compare with by keys', async () => {
  const onpick = vi.fn()
  const onend = vi.fn()
  render(ComparePicker, { known: ['ETHUSD', 'SOLUSD'], onpick, onend })
  const field = screen.getByLabelText('Market to compare with')
  await expect.poll(() => document.activeElement).toBe(field)
  await fireEvent.input(field, { target: { value: 'ethusd' } })
  await fireEvent.keyDown(field, { key: 'Enter' })
  expect(onpick.mock.calls).toEqual([['ETHUSD']])
  expect(onend).toHaveBeenCalled()
})

it('offers ways to compare once there is a market', () => {
  const onset = vi.fn()
  const labels = (compare: string | null) =>
    compareMenu({ compare, compareAs: 'ratio' }, onset, () => {}).items.map(
      ({ label, checked, disabled }) =>
        `${label}${checked ? ' (checked)' : ''}${disabled ? ` (${disabled})` : ''}`
    )
  expect(labels(null)).toEqual([
    'Compare with a market…',
    'In percent (Choose a market first)',
    'As ratio (Choose a market first)',
    'As spread (Choose a market first)'
  ])
  expect(labels('ETHUSD')).toEqual([
    'Compare with a different market…',
    'In percent',
    'As ratio (checked)',
    'As spread',
    'Stop comparing with ETHUSD'
  ])
})

it('explains partial changes and the mid price', () => {
  const head = {
    last: '64211.5',
    ofMid: false,
    change: '1.84',
    rising: true,
    since: 3_600_000,
    session: null
  }
  const props = { numbers: '1,234.56', clock: 'utc', quiet: false } as const
  const { unmount } = render(HeadFacts, { head, ...props })
  expect(screen.getByTitle('Last price').textContent).toBe('64,211.5')
  expect(screen.getByTitle(/^Change since 1970-01-01 01:00:00 UTC; the last/).textContent).toBe(
    '+1.84%* since 1970-01-01 01:00:00 UTC; the last 24 hours were not recorded throughout'
  )
  unmount()
  render(HeadFacts, { head: { ...head, ofMid: true, change: null, since: null }, ...props })
  expect(screen.getByTitle('Mid of the best prices').textContent).toBe('64,211.5')
  expect(screen.getByText('mid')).toBeTruthy()
})

it('uses the newest candle’s price', () => {
  const statistics = (last: string | null) => ({
    complete: true,
    since: null,
    text: (field: string) => (field === 'last' ? last : null)
  })
  const view = (last: string | null) =>
    ({ lastDay: statistics(last), session: null, book: null }) as Parameters<typeof readHead>[0]
  expect(readHead(view('64183.39'), '64184.20').last).toBe('64184.20')
  expect(readHead(view('64183.39')).last).toBe('64183.39')
  expect(readHead(view(null), '64184.20').last).toBeNull()
})

it('keeps the legend’s widths', async () => {
  const figure = (text: string) => ({ name: 'O', title: 'Open', text, tone: 'plain', rank: 1 }) as const
  const legend = (text: string) => ({ start: 60, figures: [figure(text)], note: '', pointed: false })
  const props = { clock: 'utc', length: 60 } as const
  const { rerender } = render(LegendLine, { legend: legend('64,211.50'), ...props })
  await rerender({ legend: legend('1'), ...props })
  expect(screen.getByText('1').style.minWidth).toBe('9ch')
})
