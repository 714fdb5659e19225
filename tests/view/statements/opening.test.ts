import { fireEvent, screen, waitFor } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import { elsewhereText } from '#renderer/records/statements/troubles'
import { show } from '../support/show'
import { pushRows, someRow, withRows } from './some'

it('does not call an opening archive empty', async () => {
  const { main } = await show('#/statements', withRows([], { opening: true }))
  expect(await screen.findByText(/^The archive is being opened/)).toBeTruthy()
  expect(screen.queryByText('The archive is empty')).toBeNull()
  pushRows(main, [])
  expect(await screen.findByText('The archive is empty')).toBeTruthy()
  expect(screen.queryByText(/^The archive is being opened/)).toBeNull()
})

it('shows a linked statement once the archive is open, without offering to fetch it', async () => {
  const row = someRow()
  const main = withRows([], { opening: true })
  await show(`#/statements/${row.id}`, main)
  await screen.findByText(/^The archive is being opened/)
  expect(screen.queryByRole('dialog')).toBeNull()
  pushRows(main, [row])
  expect(await screen.findByRole('complementary', { name: 'USDP 2026-10' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('names the other connections that own statements', async () => {
  const main = withRows([someRow({ state: 'altered' })], { gone: { count: 1, folders: ['a/b/c/d/e'] } })
  main.answers['statements.refetch'] = () => ({
    count: 0,
    elsewhere: [{ connection: 'Desk B', count: 2 }],
    state: main.statements
  })
  await show('#/statements', main)
  await fireEvent.click((await screen.findAllByRole('button', { name: 'Fetch again' }))[0]!)
  await waitFor(() =>
    expect(screen.getByText('2 belong to the connection Desk B: connect with it to fetch them.')).toBeTruthy()
  )
  expect(screen.queryByText('There is nothing to fetch through this connection.')).toBeNull()
})

it('describes one and several other connections', () => {
  const [one, two] = [
    { connection: 'Desk B', count: 1 },
    { connection: 'Trial', count: 3 }
  ]
  expect(elsewhereText([one], '1,234.56')).toBe(
    '1 belongs to the connection Desk B: connect with it to fetch it.'
  )
  expect(elsewhereText([one, two], '1,234.56')).toBe(
    '1 belongs to the connection Desk B, 3 belong to the connection Trial: connect with each to fetch them.'
  )
})
