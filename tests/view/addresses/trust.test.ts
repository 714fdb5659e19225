import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import type { AddressConfirmation, AddressDetail } from '#shared/contract/records/addresses/index'
import { show } from '../support/show'
import { detailOf, mainWith, row, runningLoad } from './main-with'

const usual = row(3)
async function opened(detail: AddressDetail, state: Parameters<typeof mainWith>[0] = {}) {
  const { main, change } = mainWith(state)
  let now = detail
  main.answers['addresses.detail'] = () => now
  main.answers['addresses.copy'] = () => ({ matches: true, sentence: 'Copied.', watchedUntil: null })
  const become = (more: Partial<AddressDetail>) => (now = { ...now, ...more })
  await show(`#/addresses/${usual.id}`, main)
  const drawer = within(await screen.findByRole('complementary', { name: 'Bitcoin deposit address' }))
  return { main, change, drawer, become }
}

const kept = { receivedAt: null, keptAt: Date.parse('2026-11-01T08:00:00Z') }

it('confirms an address from disk when opened', async () => {
  const { main, drawer } = await opened(detailOf(usual, kept))
  main.answers['addresses.confirm'] = (): AddressConfirmation => ({
    state: 'same',
    at: Date.parse('2026-11-22T14:05:06Z')
  })
  expect(drawer.getByText(/^Saved on 2026-11-01 .*not confirmed since\.$/)).toBeTruthy()
  expect(await drawer.findByText(/^Confirmed by the service at 14:05:06/)).toBeTruthy()
  expect(main.payloads('addresses.confirm')).toEqual([{ id: usual.id }])
})

it('does not confirm an address of this session', async () => {
  const { main, drawer, change } = await opened(detailOf(usual))
  expect(drawer.getByText(/^Received from the service at 10:00:00/)).toBeTruthy()
  change({ notLoadable: 'Not connected.' })
  change({ notLoadable: null })
  expect(main.payloads('addresses.confirm')).toEqual([])
})

it('confirms once connected', async () => {
  const { main, drawer, change } = await opened(detailOf(usual, kept), { notLoadable: 'Not connected.' })
  expect(drawer.getByText(/not confirmed since/)).toBeTruthy()
  main.answers['addresses.confirm'] = (): AddressConfirmation => ({ state: 'same', at: 0 })
  expect(main.payloads('addresses.confirm')).toEqual([])
  change({ notLoadable: null })
  expect(await drawer.findByText(/^Confirmed by the service/)).toBeTruthy()
})

const code = () => screen.queryByRole('img', { name: /QR code/ })
const copy = () => screen.queryByRole('button', { name: 'Copy address' })

it.each<[string, Partial<AddressDetail>, RegExp]>([
  ['a wrong checksum', { verification: { state: 'wrong', sentence: 'One is wrong.' } }, /Invalid checksum/],
  [
    'another address than before',
    { previous: { address: 'bc1qformer', network: 'BITCOIN', at: 0 } },
    /This address has changed/
  ]
])('hides QR code and copy of %s behind a second step', async (_, more, said) => {
  const { main, drawer } = await opened(detailOf(usual, more))
  expect(drawer.getByText(said)).toBeTruthy()
  expect([code(), copy()]).toEqual([null, null])
  await fireEvent.click(drawer.getByRole('button', { name: 'Show anyway' }))
  expect(code()).not.toBeNull()
  await fireEvent.click(copy()!)
  await waitFor(() =>
    expect(main.payloads('addresses.copy')).toEqual([{ id: usual.id, what: 'address', force: true }])
  )
})

it('requires a second step for missing addresses', async () => {
  const { main, drawer } = await opened(detailOf(usual, kept))
  expect(copy()).not.toBeNull()
  main.answers['addresses.confirm'] = (): AddressConfirmation => ({ state: 'gone', at: 0 })
  expect(await drawer.findByText('The service no longer has this address')).toBeTruthy()
  expect([code(), copy()]).toEqual([null, null])
})

it('shows both addresses until acknowledged', async () => {
  const { main, drawer, become } = await opened(
    detailOf(usual, {
      previous: { address: 'bc1qformer', network: 'BASE', at: Date.parse('2026-11-22T10:00:00Z') }
    }),
    { replaced: { count: 2, ids: [usual.id, row(5).id] } }
  )
  const warning = within(drawer.getByRole('alert'))
  expect(warning.getByText('bc1qformer')).toBeTruthy()
  expect(warning.getByText(usual.address)).toBeTruthy()
  expect(warning.getByText('Base before, Bitcoin now')).toBeTruthy()
  main.answers['addresses.seen'] = () => {
    become({ previous: null })
    return main.addresses
  }
  await fireEvent.click(warning.getByRole('button', { name: 'Acknowledge' }))
  await waitFor(() => expect(copy()).not.toBeNull())
  expect(main.payloads('addresses.seen')).toEqual([{ id: usual.id }])
  expect(screen.getByText(/2 addresses have changed/)).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() =>
    expect(main.payloads('addresses.load')).toEqual([
      { filters: { ids: [usual.id, row(5).id] }, order: 'DESC' }
    ])
  )
})

it('reports the clipboard and offers to copy again', async () => {
  const { main, drawer } = await opened(detailOf(usual))
  await fireEvent.click(copy()!)
  expect(await drawer.findByText(/Clipboard verified/)).toBeTruthy()
  main.push('addresses.clipboardMoved', null)
  await waitFor(() => expect(drawer.queryByText(/Clipboard verified/)).toBeNull())
  await fireEvent.click(copy()!)
  expect(await drawer.findByText(/Clipboard verified/)).toBeTruthy()
  main.push('addresses.replaced', { sentence: 'Another one.', copied: 'mine', found: 'foreign' })
  await waitFor(() => expect(drawer.queryByText(/Clipboard verified/)).toBeNull())
  await fireEvent.click(await screen.findByRole('button', { name: 'Copy again' }))
  await waitFor(() => expect(screen.queryByText('The copied address was replaced')).toBeNull())
  expect(main.payloads('addresses.copyAgain')).toHaveLength(1)
})

it('moves the focus to the stop button', async () => {
  const { main, change } = mainWith({ rows: 0 })
  main.answers['addresses.loadEverything'] = () => {
    main.addresses = { ...main.addresses, load: runningLoad }
    return main.addresses
  }
  await show('#/addresses', main)
  const [, begin] = await screen.findAllByRole('button', { name: 'Load everything' })
  begin!.focus()
  await fireEvent.click(begin!)
  const stop = await screen.findByRole('button', { name: 'Stop' })
  await waitFor(() => expect(document.activeElement).toBe(stop))
  change({ rows: 40, revision: 2, load: { ...runningLoad, phase: 'stopped', resumable: true } })
  await waitFor(() => expect(document.activeElement?.textContent?.trim()).toBe('Resume'))
  change({
    load: { ...runningLoad, phase: 'done' },
    everything: { ...main.addresses.everything, complete: true }
  })
  await waitFor(() => expect(document.activeElement?.textContent?.trim()).toBe('Refresh'))
})
