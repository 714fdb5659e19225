import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TableFigures } from '#renderer/lib/panel-export'
import FiguresTable from '../../../renderer/panels/shell/FiguresTable.svelte'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const candles = (from: number, count: number): TableFigures => ({
  caption: 'Chart',
  columns: ['Time', 'Open', 'Close'],
  rows: Array.from({ length: count }, (_, index) => [
    `10:15:${10 + from + index}`,
    '64200',
    `${from + index}`
  ])
})

it('moves rows with the figures, and the focus with its row', async () => {
  let now = candles(0, 30)
  render(FiguresTable, { read: () => now, numbers: '1,234.56', shown: true })
  const table = screen.getByRole('grid')
  const rowOf = (time: string) => within(table).getByText(time).closest('tr')
  within(table).getByText('10:15:12').focus()
  await fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  const focused = document.activeElement
  expect(focused?.textContent).toBe('10:15:13')
  const before = rowOf('10:15:39')

  const changed = vi.fn<(records: readonly MutationRecord[]) => void>()
  const observer = new MutationObserver(changed)
  observer.observe(table, { childList: true, characterData: true, subtree: true })
  now = candles(1, 30)
  await vi.advanceTimersByTimeAsync(1000)
  await tick()
  expect(rowOf('10:15:40')).not.toBeNull()
  observer.disconnect()
  expect(rowOf('10:15:39')).toBe(before)
  expect(document.activeElement).toBe(focused)
  expect(changed.mock.calls.flatMap(([records]) => records).length).toBeLessThan(10)
  await fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toBe('10:15:14')
})
