import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { expect, it } from 'vitest'
import FilterButton from '../../../../renderer/panels/trades/FilterButton.svelte'

function show(atLeast: string) {
  const set: string[] = []
  render(FilterButton, { atLeast, base: 'BTC', numbers: '1.234,56', onset: (size: string) => set.push(size) })
  return set
}

async function type(text: string, key = 'Enter') {
  await fireEvent.click(screen.getByRole('button'))
  const field = screen.getByRole('textbox', { name: 'Minimum size shown in BTC' })
  await fireEvent.input(field, { target: { value: text } })
  await fireEvent.keyDown(field, { key })
  await tick()
}

it('shows and accepts the minimum size in the user’s format', async () => {
  const set = show('0.01')
  expect(screen.getByRole('button', { name: /≥ 0,01/ }).textContent).toBe('≥ 0,01')
  await type('1.000,5')
  expect(set).toEqual(['1000.5'])
  expect(screen.getByRole('button')).toBeTruthy()
})

it('clears with empty input and cancels without changes', async () => {
  const set = show('2')
  await type('', 'Enter')
  expect(set).toEqual(['0'])
  await type('7', 'Escape')
  expect(set).toEqual(['0'])
})

it('keeps and marks invalid input', async () => {
  const set = show('0')
  expect(screen.getByRole('button').textContent).toBe('All sizes')
  await type('much')
  expect(set).toEqual([])
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
})
