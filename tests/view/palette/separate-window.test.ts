import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import { mainWith, row } from '../addresses/main-with'
import { ConversionsMain, idOf, rowOf } from '../conversions/desk'
import { someRow, withRows } from '../statements/some'
import type { FakeMain } from '../support/bridge'
import { show } from '../support/show'

async function opensApart(main: FakeMain, title: string) {
  const drawer = within(await screen.findByRole('complementary', { name: title }))
  await fireEvent.click(await drawer.findByRole('button', { name: 'New window' }))
  await waitFor(() => expect(main.payloads('windows.open')).toHaveLength(1))
  return main.payloads('windows.open')[0]
}

it('shows an address in another window', async () => {
  const { main } = mainWith()
  main.answers['addresses.detail'] = ({ id }: { id: string }) => ({
    ...row(0),
    id,
    networkName: 'Base',
    groups: ['bc1q', '0000'],
    verification: { state: 'verified', sentence: 'Its checksum is right.' },
    customerId: 'c',
    conversion: 'Nothing is converted.',
    compatibleNetworks: null,
    metadata: [],
    more: [],
    paymentUri: null,
    json: '{}'
  })
  await show(`#/addresses/${row(0).id}`, main)
  expect(await opensApart(main, 'Base deposit address')).toEqual({ view: 'addresses', rest: row(0).id })
})

it('shows a statement in another window', async () => {
  const main = withRows([someRow()])
  await show(`#/statements/${someRow().id}`, main)
  expect(await opensApart(main, 'USDP 2026-10')).toEqual({ view: 'statements', rest: someRow().id })
})

it('closes a linked item by Esc without focus', async () => {
  const main = new ConversionsMain([rowOf(1)])
  await show(`#/conversions/${idOf(1)}`, main)
  const drawer = () => screen.queryByRole('complementary', { name: 'Conversion' })
  await waitFor(() => expect(drawer()).not.toBeNull())
  expect(document.activeElement).toBe(document.body)
  await fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(drawer()).toBeNull())
})

it('searches all addresses for an ID despite filters', async () => {
  const { main, asked } = mainWith()
  const { desk } = await show(`#/addresses/${row(1).id} ${row(2).id}`, main)
  await waitFor(() => expect(asked().at(-1)?.question.filters).toEqual({ ids: [row(1).id, row(2).id] }))
  const profile = row(1).profileId
  desk.router.go('addresses', `search ${profile}`)
  await waitFor(() => expect(asked().at(-1)?.question).toMatchObject({ filters: {}, search: profile }))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(profile)
  expect(desk.router.rest).toBe('')
})
