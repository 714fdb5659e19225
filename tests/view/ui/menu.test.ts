import { fireEvent, render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { expect, it } from 'vitest'
import Menu from '../../../renderer/ui/Menu.svelte'

const groupsOf = (disabled: string | null, ...more: string[]) => [
  { items: ['Copy', 'Move', ...more].map((label) => ({ label, run: () => {}, disabled })) }
]

it('follows changes while it is open, without moving the focus', async () => {
  const children = createRawSnippet(() => ({ render: () => '<b>…</b>' }))
  const { rerender } = render(Menu, { label: 'More', children, groups: () => groupsOf('busy') })
  await fireEvent.click(screen.getByRole('button', { name: 'More' }))
  await fireEvent(screen.getByRole('menu'), Object.assign(new Event('toggle'), { newState: 'open' }))
  const move = screen.getByRole('menuitem', { name: 'Move' })
  expect(move.getAttribute('aria-disabled')).toBe('true')
  move.focus()
  await rerender({ groups: () => groupsOf(null, 'Remove') })
  expect(screen.getAllByRole('menuitem').map((item) => item.getAttribute('aria-disabled'))).toEqual([
    null,
    null,
    null
  ])
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Move' }))
})
