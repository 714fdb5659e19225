import { fireEvent, render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { expect, it, vi } from 'vitest'
import Menu from '../../../renderer/ui/Menu.svelte'
import MenuLines from '../../../renderer/ui/MenuLines.svelte'

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

it('is never higher than the room above or below its button', async () => {
  const children = createRawSnippet(() => ({ render: () => '<b>…</b>' }))
  render(Menu, { label: 'More', children, groups: () => groupsOf(null) })
  vi.stubGlobal('innerHeight', 640)
  const heights = [
    [20, 42],
    [300, 322],
    [500, 522]
  ].map(([top, bottom]) => {
    const button = screen.getByRole('button', { name: 'More' })
    vi.spyOn(button, 'getBoundingClientRect').mockReturnValue({ top, bottom } as DOMRect)
    const menu = screen.getByRole('menu', { hidden: true })
    menu.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: 'open' }))
    return menu.style.maxHeight
  })
  expect(heights).toEqual(['512px', '310px', '492px'])
})

it('opens a folded group in place by keys, and goes back to its line', async () => {
  const run = vi.fn()
  const items = ['Linear', 'Logarithmic'].map((label) => ({ label, checked: label === 'Logarithmic', run }))
  const groups = [...groupsOf(null), { title: 'Price axis', folded: true, items }]
  const close = vi.fn()
  render(MenuLines, { groups, close })
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
  expect(screen.queryByText('Linear')).toBeNull()
  await press('p')
  expect(document.activeElement?.textContent).toMatch(/Price axis\s*Logarithmic/)
  await press('ArrowRight')
  expect(document.activeElement).toBe(screen.getByRole('menuitemcheckbox', { name: 'Logarithmic' }))
  expect(screen.queryByText('Copy')).toBeNull()
  await press('ArrowLeft')
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: /^Price axis/ }))
  await fireEvent.click(document.activeElement!)
  await fireEvent.click(screen.getByRole('menuitem', { name: 'Back from Price axis' }))
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: /^Price axis/ }))
  expect(close).not.toHaveBeenCalled()
  await press('ArrowRight')
  await fireEvent.click(document.activeElement!)
  expect([close.mock.calls.length, run.mock.calls.length]).toEqual([1, 1])
})
