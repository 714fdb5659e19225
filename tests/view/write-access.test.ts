import { fireEvent, screen, within } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import type { WriteAccess } from '#shared/contract/connection/write-access'
import { writingScopes } from '#shared/domain/connection/writing-scopes'
import { FakeMain } from './support/bridge'
import { treasury } from './support/profiles'
import { dialog, show } from './support/show'

const section = () => within(screen.getByRole('region', { name: 'Write access' }))
const checkButton = () => section().getByRole<HTMLButtonElement>('button', { name: 'Check write access…' })

const foundTo = (outcomeOf: (scope: string) => WriteAccess['scopes'][number]['outcome']): WriteAccess => ({
  checkedAt: Date.UTC(2026, 10, 18, 14, 2, 11),
  scopes: writingScopes.map((scope) => ({ scope, outcome: outcomeOf(scope), sentence: 'It said so.' }))
})
const showFound = (writeAccess: WriteAccess | null) => {
  const main = new FakeMain()
  main.connections = { ...main.connections, profiles: [{ ...treasury, writeAccess }] }
  return show('#/connections/treasury', main)
}

it('explains the check first, and sends nothing unless it is confirmed', async () => {
  const { main } = await showFound(null)
  expect(section().getByText('Never checked.')).toBeTruthy()
  await fireEvent.click(checkButton())
  const question = await dialog('Check what this client can write?')
  expect(question.getByText(/one at a time, one a second/)).toBeTruthy()
  expect(question.getByText(/may record these requests/)).toBeTruthy()
  await fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(main.payloads('connections.checkWriteAccess')).toEqual([])
  main.answers['connections.checkWriteAccess'] = () => main.connections
  await fireEvent.click(checkButton())
  const again = await dialog('Check what this client can write?')
  await fireEvent.click(again.getByRole('button', { name: 'Check' }))
  expect(main.payloads('connections.checkWriteAccess')).toEqual([{ id: 'treasury' }])
})

it('shows the progress and can be stopped', async () => {
  const { main } = await showFound(null)
  main.answers['connections.stopWriteAccessCheck'] = () => undefined
  main.connections = {
    ...main.connections,
    checkingWrites: { profileId: 'treasury', done: 5, total: writingScopes.length }
  }
  main.push('connections.changed', main.connections)
  expect(await section().findByText(`5 of ${writingScopes.length} scopes`)).toBeTruthy()
  await fireEvent.click(section().getByRole('button', { name: 'Stop' }))
  expect(main.payloads('connections.stopWriteAccessCheck')).toHaveLength(1)
})

it('says with its date that nothing could be written', async () => {
  await showFound(foundTo(() => 'refused'))
  expect(
    section().getByText(`Could not write: all ${writingScopes.length} scopes were refused.`)
  ).toBeTruthy()
  expect(section().getByText(/^Checked 2026-11-18 14:02:11/)).toBeTruthy()
})

it('names what can be written and what is unclear, and never claims the rest of all', async () => {
  await showFound(
    foundTo((scope) =>
      scope === 'exchange:write_order' ? 'issued' : scope === 'tax:write_tax_lot' ? 'unclear' : 'refused'
    )
  )
  expect(section().getByText('Can write: 1 scope was granted.')).toBeTruthy()
  const order = section().getByText('exchange:write_order').closest('li')
  expect(order?.textContent).toContain('Create or cancel orders')
  expect(section().getByText('Unclear for 1 scope.')).toBeTruthy()
  expect(section().getByText('It said so.').nextElementSibling?.textContent).toContain('tax:write_tax_lot')
  expect(section().getByText(`${writingScopes.length - 2} scopes were refused.`)).toBeTruthy()
  expect(section().queryByText(/Could not write/)).toBeNull()
})

it('gives a reason once for all scopes that are unclear for it', async () => {
  await showFound(foundTo(() => 'unclear'))
  const scopes = section().getByText('It said so.').nextElementSibling!.querySelectorAll('li')
  expect([...scopes].map(({ textContent }) => textContent)).toEqual([...writingScopes])
})

it('checks only a saved connection with a secret', async () => {
  const main = new FakeMain()
  main.connections = { ...main.connections, profiles: [{ ...treasury, secret: 'none' }] }
  await show('#/connections/treasury', main)
  expect(checkButton().disabled).toBe(true)
  expect(section().getByText('Enter and save the client secret to check it.')).toBeTruthy()
  await fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Other' } })
  expect(section().getByText('Save the connection to check it.')).toBeTruthy()
})
