import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import Picking from './Picking.svelte'

it('shows what is chosen, even where a person had picked another and it was set back', async () => {
  render(Picking)
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Letter' })
  expect(select.value).toBe('b')
  for (const index of [2, 0]) {
    await fireEvent.change(select, { target: { selectedIndex: index } })
    expect(select.selectedIndex).toBe(index)
    await fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(select.selectedIndex).toBe(1)
  }
})
