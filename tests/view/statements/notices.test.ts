import { fireEvent, screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import { show } from '../support/show'
import { someRow, withRows } from './some'

const copy = { folder: '/mnt/b', inStep: 1, behind: 1, running: false, lastAt: null, fault: null }
const list = { state: 'shortened' as const, sentence: 'The list has fewer lines than it had.' }
const rows = [someRow({ state: 'altered' })]
const gone = { count: 1, folders: ['local/Own (1)/USDP/2026-09/it'] }
const parts = { copy, list, gone, notice: 'An interrupted move was finished.', readOnly: 'Another writes.' }

it('six things to know are two notices and a line, worst first, and no button is there twice', async () => {
  await show('#/statements', withRows(rows, parts))
  const more = await screen.findByRole('button', { name: '4 more notices' })
  const notes = () => [...document.querySelectorAll('.banners .note')].map(({ textContent }) => textContent)
  const labels = () =>
    [...document.querySelectorAll('.banners .note button')].map(({ textContent }) => textContent)
  expect(notes()).toHaveLength(2)
  expect(new Set(labels()).size).toBe(labels().length)
  expect(more.getAttribute('aria-expanded')).toBe('false')
  await fireEvent.click(more)
  expect(notes()).toHaveLength(6)
  expect(new Set(labels()).size).toBe(labels().length)
  expect(screen.getByText('An interrupted move was finished.')).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Show fewer notices' }))
  expect(notes()).toHaveLength(2)
})

it('two things to know are two notices, and nothing is folded', async () => {
  await show('#/statements', withRows([someRow()], { notice: 'Moved.', readOnly: 'Another writes.' }))
  await screen.findByText('Moved.')
  expect(screen.queryByRole('button', { name: /more notice/ })).toBeNull()
})
