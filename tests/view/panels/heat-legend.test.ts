import { fireEvent, render, screen } from '@testing-library/svelte'
import * as v from 'valibot'
import { expect, it, vi } from 'vitest'
import { chartSchema } from '#shared/contract/market/panels/chart'
import { HeatRamp } from '#renderer/panels/chart/heat-ramp'
import ChartSettingsForm from '../../../renderer/panels/chart/ChartSettingsForm.svelte'
import HeatLegend from '../../../renderer/panels/chart/HeatLegend.svelte'

const ramp = new HeatRamp('#10141a #111d32 #173668 #2460a8 #5499d6 #bec4be #fad66e #fff6d0')
const heat = { ramp, brightest: 38, bin: 1, minutesUntil: null, height: 400, width: 600, left: 0 }
const props = { heat, unit: 'BTC', step: '1.00', contrast: 50, numbers: '1,234.56', clock: 'utc' } as const

it('shows real sizes, and sets the contrast when the slider is released', async () => {
  const onslide = vi.fn()
  const onset = vi.fn()
  render(HeatLegend, { ...props, onslide, onset })
  expect(screen.getByText('Resting BTC per 1.00')).toBeTruthy()
  for (const size of ['0', '10', '20', '38+']) expect(screen.getByText(size)).toBeTruthy()
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Contrast' })
  expect(slider.value).toBe('50')
  for (const value of ['55', '60']) await fireEvent.input(slider, { target: { value } })
  expect(onslide.mock.calls).toEqual([[55], [60]])
  expect(onset).not.toHaveBeenCalled()
  await fireEvent.change(slider)
  expect(onset.mock.calls).toEqual([[60]])
})

it('says what the sizes are where the words have no room', () => {
  render(HeatLegend, { ...props, onslide: vi.fn(), onset: vi.fn() })
  expect(screen.getByRole('group', { name: 'Depth heat' }).title).toBe('Resting BTC per 1.00')
})

it.each([{ height: 90 }, { width: 120 }])('leaves a small chart to its candles: %o', (size) => {
  render(HeatLegend, { ...props, heat: { ...heat, ...size }, onslide: vi.fn(), onset: vi.fn() })
  expect(screen.queryByRole('slider')).toBeNull()
})

it('has the contrast in the settings of the chart as well, while heat is on', async () => {
  const onslide = vi.fn()
  const onset = vi.fn()
  const settings = v.parse(chartSchema, { heatContrast: 35 })
  const form = { settings, coverage: '', onslide, onset, onlink: vi.fn() }
  const { rerender } = render(ChartSettingsForm, form)
  const slider = screen.getByRole<HTMLInputElement>('slider', {
    name: 'Contrast',
    description: 'More contrast leaves only large sizes bright'
  })
  expect(slider.value).toBe('35')
  await fireEvent.input(slider, { target: { value: '60' } })
  expect(onslide.mock.calls).toEqual([[60]])
  expect(onset).not.toHaveBeenCalled()
  await fireEvent.change(slider)
  expect(onset.mock.calls).toEqual([[{ heatContrast: 60 }]])
  await rerender({ ...form, settings: { ...settings, heatContrast: 80 } })
  expect(slider.value).toBe('80')
  await rerender({ ...form, settings: { ...settings, heat: false } })
  expect(screen.queryByRole('slider')).toBeNull()
})
