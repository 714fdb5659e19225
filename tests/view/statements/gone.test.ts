import { fireEvent, screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import { restoredText } from '#renderer/records/statements/troubles'
import { dialog, show } from '../support/show'
import { someRow, withRows } from './some'

const folder = 'production/Desk (49be417a)/USDP/2026-10/0042c107-d59c-4507-a34a-def20abb1d92'
const gone = { count: 1, folders: [folder] }
const copy = { folder: '/mnt/b', inStep: 2, behind: 0, running: false, fault: null }

it('names a missing statement, and offers to fetch, restore or remove it', async () => {
  const { main } = await show(
    '#/statements',
    withRows([someRow()], { gone, copy, cannotFetch: null, profileId: 'desk' })
  )
  const said = await screen.findByText(
    '1 statement is missing: its folder or its statement.json cannot be found.'
  )
  expect(said.closest('[role=alert]')).not.toBeNull()
  expect(screen.getByText(/1 missing$/)).toBeTruthy()
  expect(screen.queryByText(/all hashes match/)).toBeNull()
  await fireEvent.click(screen.getByRole('button', { name: 'Details' }))
  await screen.findByText(folder)
  await fireEvent.click(screen.getByRole('button', { name: 'Restore from the second copy' }))
  expect(main.payloads('statements.restore')).toHaveLength(1)
})

it('offers to fetch a missing statement again without a second copy', async () => {
  const { main } = await show('#/statements', withRows([someRow()], { gone }))
  await fireEvent.click(await screen.findByRole('button', { name: 'Fetch again' }))
  expect(main.payloads('statements.refetch')).toEqual([{ which: 'damaged' }])
})

it('removes missing statements only after showing the list', async () => {
  const folders = Array.from({ length: 12 }, (_none, place) => `${folder}-${place}`)
  const many = { count: 1200, folders }
  const { main } = await show('#/statements', withRows([someRow()], { gone: many }))
  await fireEvent.click(await screen.findByRole('button', { name: 'Removed on purpose…' }))
  const asked = await dialog('Were they removed on purpose?')
  expect(main.payloads('statements.acceptRemoval')).toHaveLength(0)
  expect(
    asked.getByText(/^1,200 statements will no longer be reported as missing\. .* leadline-removed\.txt\.$/)
  ).toBeTruthy()
  const named = asked.getAllByRole('listitem').map(({ textContent }) => textContent.trim())
  expect(named).toEqual([...folders.slice(0, 10), 'and 1,190 more'])
  await fireEvent.click(asked.getByRole('button', { name: 'Removed on purpose' }))
  expect(main.payloads('statements.acceptRemoval')).toHaveLength(1)
})

it('offers to use another archive if the archive is not where it was', async () => {
  const fault = 'The archive is no longer at /mnt/a.'
  const { main } = await show('#/statements', withRows([], { fault }))
  await fireEvent.click(await screen.findByRole('button', { name: 'Use another archive…' }))
  expect(main.payloads('statements.useOther')).toHaveLength(1)
})

it('reports the result of a restore from the second copy', () => {
  expect([
    restoredText(0, 0, '1,234.56'),
    restoredText(0, 2, '1,234.56'),
    restoredText(1, 1, '1,234.56'),
    restoredText(2, 3, '1,234.56')
  ]).toEqual([
    'Nothing is known to be altered or missing, so nothing was restored.',
    'The second copy has no intact version of any of them.',
    '1 statement was restored from the second copy.',
    '2 of 3 statements were restored from the second copy.'
  ])
})
