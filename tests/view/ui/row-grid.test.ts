import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import type { RowsPosition } from '#renderer/ui/rows'
import Rows from './Rows.svelte'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(30 + 280)
  return () => {
    cleanup()
    vi.restoreAllMocks()
  }
})

function show(count: number, position?: RowsPosition) {
  const picked = vi.fn()
  const seen = vi.fn()
  const { component, rerender } = render(Rows, { count, picked, seen, ...(position && { position }) })
  const grid = screen.getByRole('grid', { name: 'Things' })
  const shown = () => screen.getAllByRole('gridcell').map(({ textContent }) => textContent)
  const active = () =>
    document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent.trim()
  return { grid, picked, seen, shown, active, reveal: component.reveal, rerender }
}

it('renders few rows and requests needed ones', async () => {
  const { grid, seen, shown } = show(250_000)
  await tick()
  expect(grid.getAttribute('aria-rowcount')).toBe('250001')
  expect(shown()).toHaveLength(18 * 2)
  grid.scrollTop = 5_000_000
  await fireEvent.scroll(grid)
  const first = Math.floor(5_000_000 / 28) - 8
  expect(shown()[0]).toBe(`Thing ${first}`)
  expect(seen.mock.lastCall).toEqual([first, first + 8 + 11 + 8])
})

it('scrolls by keys', async () => {
  const { grid, picked, active } = show(1000)
  await fireEvent.keyDown(grid, { key: 'ArrowDown' })
  await fireEvent.keyDown(grid, { key: 'ArrowDown' })
  expect(active()).toContain('Thing 1')
  expect(grid.scrollTop).toBe(0)
  await fireEvent.keyDown(grid, { key: 'End' })
  expect(active()).toContain('Thing 999')
  expect(grid.scrollTop).toBe(1000 * 28 - 280)
  await fireEvent.keyDown(grid, { key: 'PageUp' })
  expect(active()).toContain('Thing 990')
  await fireEvent.keyDown(grid, { key: 'Enter' })
  expect(picked.mock.calls).toEqual([[990]])
})

it('selects the clicked row', async () => {
  const { picked, active } = show(5)
  await tick()
  await fireEvent.click(screen.getByText('Thing 3'))
  expect(picked.mock.calls).toEqual([[3]])
  expect(active()).toContain('Thing 3')
})

it('scrolls to a row unless visible', async () => {
  const { grid, reveal, rerender } = show(1000)
  await tick()
  reveal(500, 'middle')
  expect(grid.scrollTop).toBe(500 * 28 + 14 - 140)
  reveal(504, 'middle')
  expect(grid.scrollTop).toBe(500 * 28 + 14 - 140)
  reveal(2, 'middle')
  expect(grid.scrollTop).toBe(0)
  reveal(1500, 'middle')
  expect(grid.scrollTop).toBe(0)
  await rerender({ count: 2000 })
  await tick()
  expect(grid.scrollTop).toBe(1500 * 28 + 14 - 140)
})

it('returns to where the rows were left', async () => {
  const position = { top: 0 }
  const left = show(1000, position)
  left.grid.scrollTop = 14_000
  await fireEvent.scroll(left.grid)
  cleanup()
  const { grid, shown } = show(1000, position)
  expect(grid.scrollTop).toBe(14_000)
  expect(shown()[0]).toBe('Thing 492')
})

it('supports more rows than a browser can lay out', async () => {
  const { grid, active, shown } = show(1_000_000)
  const topOf = (text: string) => Number.parseFloat(screen.getByText(text).parentElement!.style.top)
  await fireEvent.keyDown(grid, { key: 'End' })
  expect(active()).toContain('Thing 999999')
  expect(grid.scrollTop).toBe(8_000_000 - 280)
  expect(topOf('Thing 999999')).toBe(8_000_000 - 28)
  await fireEvent.keyDown(grid, { key: 'ArrowUp' })
  await fireEvent.keyDown(grid, { key: 'PageUp' })
  expect(active()).toContain('Thing 999989')
  grid.scrollTop = (8_000_000 - 280) / 2
  await fireEvent.scroll(grid)
  const middle = (1_000_000 * 28 - 280) / 2
  const first = Math.floor(middle / 28)
  expect(shown()).toContain(`Thing ${first}`)
  expect(topOf(`Thing ${first}`)).toBeCloseTo(grid.scrollTop - (middle - first * 28), 3)
})
