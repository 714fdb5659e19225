import { fireEvent, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { show } from '../support/show'
import { someRow, withRows } from './some'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1900)
})

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const rows = Array.from({ length: 60 }, (_none, number) =>
  someRow({ id: idOf(number), key: `local/Own (1)/USDP/2026-10/${idOf(number)}` })
)
const table = () => screen.findByRole('grid', { name: 'Statements' })

it('scrolls to a linked statement and marks it', async () => {
  await show(`#/statements/${idOf(50)}`, withRows(rows))
  const grid = await table()
  const marked = () =>
    document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent ?? ''
  await waitFor(() => expect(marked()).toContain(idOf(50)))
  await waitFor(() => expect(grid.scrollTop).toBe(50 * 32 + 16 - (600 - 30) / 2))
  location.hash = `#/statements/${idOf(0)}`
  await waitFor(() => expect(marked()).toContain(idOf(0)))
  await waitFor(() => expect(grid.scrollTop).toBe(0))
})

it('marks no other statement if a search excludes the linked one', async () => {
  await show('#/statements', withRows(rows))
  await fireEvent.click(await screen.findByText(idOf(3)))
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: idOf(3) } })
  await waitFor(async () => expect((await table()).getAttribute('aria-rowcount')).toBe('2'))
  location.hash = `#/statements/${idOf(50)}`
  await waitFor(() => expect(screen.getAllByText(idOf(50)).length).toBeGreaterThan(0))
  await waitFor(async () => expect((await table()).querySelector('[aria-selected="true"]')).toBeNull())
})
