import fc from 'fast-check'
import { expect, it } from 'vitest'
import { labelPosition } from '#renderer/panels/chart/last-price'
import type { LegendFigure } from '#renderer/panels/chart/legend'
import { fitted } from '#renderer/panels/chart/legend-room'

const texts = ['64,183.93', '64,184.20', '64,183.93', '64,184.20', '0.20731924', '64,223.7736']
const names = ['O', 'H', 'L', 'C', 'Vol', 'VWAP from 12:26']
const figures = names.map((name, index): LegendFigure => ({
  name,
  title: name,
  text: texts[index]!,
  tone: 'plain',
  rank: 1
}))
const shown = (room: number) => {
  const { withTime, figures: some } = fitted(
    figures,
    room,
    '2026-11-21 12:26:44 UTC',
    ({ text }) => text.length
  )
  return [...(withTime ? ['time'] : []), ...some.map(({ name, text }) => (text === '' ? `${name}:` : name))]
}

it('drops time, then open, high and low, then volume, then the studies and the price', () => {
  const ways = new Set<string>()
  for (let room = 1200; room > 0; room -= 1) ways.add(shown(room).join(' '))
  expect([...ways]).toEqual([
    'time O H L C Vol VWAP from 12:26',
    'O H L C Vol VWAP from 12:26',
    'C Vol VWAP from 12:26',
    'C VWAP from 12:26',
    'C VWAP',
    'C VWAP:',
    'C',
    ''
  ])
  // For a panel 420 pixels wide.
  expect(shown(322)).toEqual(['C', 'VWAP from 12:26'])
})

it('marks an invisible price at its edge', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: 20, max: 1500 }), (height, pane) => {
      const { y, outside } = labelPosition(height, pane)
      expect(y).toBeGreaterThanOrEqual(10)
      expect(y).toBeLessThanOrEqual(pane - 10)
      expect(outside).toBe(height < 0 || height > pane)
      if (height >= 10 && height <= pane - 10) expect(y).toBe(height)
    })
  )
})
