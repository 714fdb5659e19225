import { screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { show } from '../support/show'
import { pushRows, someRow, withRows } from './some'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1900)
})

const idOf = (index: number) => `00000000-0000-4000-8000-00000000000${index}`
const rowsUpTo = (count: number) =>
  Array.from({ length: count }, (_none, index) =>
    someRow({ id: idOf(index), key: `key-${index}`, totalAccrued: '0.5' })
  )
const shown = async () =>
  within(await screen.findByRole('grid', { name: 'Statements' })).getAllByRole('row').length - 1

it('shows and counts a fetched statement without reading all statements again', async () => {
  const { main } = await show('#/statements', withRows(rowsUpTo(2)))
  expect(await shown()).toBe(2)
  for (const count of [3, 4, 5]) {
    pushRows(main, rowsUpTo(count))
    await waitFor(async () => expect(await shown()).toBe(count))
  }
  expect(screen.getByRole('row', { name: '2026 USDP 5 2.5' })).toBeTruthy()
  pushRows(main, rowsUpTo(1))
  await waitFor(async () => expect(await shown()).toBe(1))
  expect(main.payloads('statements.list')).toHaveLength(1)
})

it('reads the open statement again only if it changed', async () => {
  const rows = rowsUpTo(2)
  const { main } = await show(`#/statements/${rows[0]!.id}`, withRows(rows))
  await screen.findByRole('complementary', { name: 'USDP 2026-10' })
  await waitFor(() => expect(main.payloads('statements.table')).toHaveLength(1))
  pushRows(main, [...rows, ...rowsUpTo(3).slice(2)])
  await waitFor(async () => expect(await shown()).toBe(3))
  expect(main.payloads('statements.table')).toHaveLength(1)
  pushRows(main, [{ ...rows[0]!, state: 'altered' }, rows[1]!])
  await waitFor(() => expect(main.payloads('statements.table')).toHaveLength(2))
})

it('reads all statements once if a window missed a change', async () => {
  const { main } = await show('#/statements', withRows(rowsUpTo(2)))
  expect(await shown()).toBe(2)
  const { push } = main
  main.push = () => {}
  pushRows(main, rowsUpTo(4))
  main.push = push
  pushRows(main, rowsUpTo(5))
  await waitFor(async () => expect(await shown()).toBe(5))
  expect(main.payloads('statements.list')).toHaveLength(2)
  pushRows(main, rowsUpTo(6))
  await waitFor(async () => expect(await shown()).toBe(6))
  expect(main.payloads('statements.list')).toHaveLength(2)
})
