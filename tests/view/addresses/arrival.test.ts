import { screen, waitFor } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import { fail } from '#shared/domain/base/problem'
import { show } from '../support/show'
import { detailOf, mainWith, row } from './main-with'

it('scrolls to a linked address', async () => {
  const { main, asked, change } = mainWith()
  const usual = row(35)
  main.answers['addresses.detail'] = () => detailOf(usual)
  main.answers['addresses.position'] = () => ({ sequence: asked().at(-1)!.sequence, index: 35 })
  await show(`#/addresses/${usual.id}`, main)
  const grid = await screen.findByRole('grid', { name: 'Deposit addresses' })
  const marked = () =>
    document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent ?? ''
  await waitFor(() => expect(marked()).toContain('user-35'))
  const there = 35 * 28 + 14 - (600 - 30) / 2
  expect(grid.scrollTop).toBe(there)
  // Scrolls only once.
  grid.scrollTop = 0
  const before = asked().length
  change({ revision: 2 })
  await waitFor(() => expect(asked()).toHaveLength(before + 1))
  expect(main.payloads('addresses.position')).toHaveLength(1)
  expect(grid.scrollTop).toBe(0)
})

it('loads a linked address that arrived while opening', async () => {
  const { main, change } = mainWith({ profileId: null, phase: 'none', revision: 0, rows: 0 })
  let answer = () => {}
  main.answers['addresses.detail'] = () =>
    new Promise((_resolve, reject) => {
      answer = () => reject(fail('addresses.unknown', 'This address is not loaded.'))
    })
  const { id } = row(35)
  await show(`#/addresses/${id}`, main)
  await waitFor(() => expect(main.payloads('addresses.detail')).toHaveLength(1))
  change({ profileId: 'treasury', phase: 'ready', revision: 1 })
  answer()
  await waitFor(() => expect(main.payloads('addresses.load')).toMatchObject([{ filters: { ids: [id] } }]))
})
