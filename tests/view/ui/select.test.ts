import { fireEvent, render, screen } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import Picking from './Picking.svelte'

const select = (name: string) => screen.getByLabelText<HTMLSelectElement>(name)
const shown = (name: string) => select(name).selectedOptions[0]?.textContent

describe.each(['Letter', 'Filter'])('the select “%s”', (name) => {
  it('shows the value after a revert', async () => {
    render(Picking, { letters: ['a', 'b', 'c'], value: 'b' })
    expect(shown(name)).toBe('B')
    for (const index of [2, 0]) {
      await fireEvent.change(select(name), { target: { selectedIndex: index } })
      expect(select(name).selectedIndex).toBe(index)
      await fireEvent.click(screen.getByRole('button', { name: 'Back' }))
      expect(shown(name)).toBe('B')
    }
  })

  it('shows the value with changing options', async () => {
    const lists = ['b', 'bc', 'abc', 'cab', 'ab', 'ca', 'dcba', 'adcb']
    const { rerender } = render(Picking, { letters: [...lists[0]!], value: 'b' })
    for (const [from, to] of lists.flatMap((one) => lists.map((other) => [one, other] as const))) {
      for (const letters of [from, to]) {
        const value = letters[0]!
        await rerender({ letters: [...letters], value })
        expect(shown(name), `${value} of ${letters}, after ${from}`).toBe(value.toUpperCase())
      }
    }
  })

  it('emits the chosen value', async () => {
    const { rerender } = render(Picking, { letters: ['b', 'c'], value: 'c' })
    await rerender({ letters: ['a', 'b', 'c'] })
    await fireEvent.change(select(name), { target: { selectedIndex: 1 } })
    expect([shown('Letter'), shown('Filter')]).toEqual(['B', 'B'])
  })
})

it('names an active filter without matches', async () => {
  const { rerender } = render(Picking, { letters: ['a', 'b'], value: 'b' })
  await rerender({ letters: ['a', 'c'] })
  expect(shown('Filter')).toBe('b')
})
