import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, it, vi } from 'vitest'
import type { AddressesState, AddressQuestion, AddressRow } from '../../../electron/shared/contract/addresses'
import { fail } from '../../../electron/shared/domain/problem'
import { FakeMain } from '../support/bridge'
import { noAddresses } from '../support/fake-records'
import { press, show } from '../support/show'

const row = (place: number): AddressRow => ({
  id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
  network: place % 2 ? 'BITCOIN' : 'BASE',
  address: `bc1q${String(place).padStart(38, '0')}`,
  profileId: '636b993c-0f34-43e8-a0f3-3c85286f345b',
  identityId: null,
  accountId: null,
  refId: `user-${place}`,
  conversionTarget: 'NO_CONVERSION',
  createdAt: '2026-10-14T08:13:00Z',
  label: null,
  matches: []
})

interface Asked {
  readonly view: string
  readonly sequence: number
  readonly question: AddressQuestion
}

const loaded: Partial<AddressesState> = {
  profileId: 'treasury',
  phase: 'ready',
  notLoadable: null,
  revision: 1,
  rows: 40
}

/** A main that has forty addresses, and remembers which question its slices belong to. */
function mainWith(state: Partial<AddressesState> = {}) {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400)
  const main = new FakeMain()
  main.addresses = { ...noAddresses, ...loaded, ...state }
  let sequence = -1
  main.answers['addresses.ask'] = (asked: Asked) => {
    sequence = asked.sequence
    const count = asked.question.search === 'nothing' ? 0 : 40
    return {
      sequence,
      overtaken: false,
      count,
      total: 40,
      revision: main.addresses.revision,
      milliseconds: 1,
      note: null
    }
  }
  main.answers['addresses.slice'] = ({ from, count }: { from: number; count: number }) => ({
    from,
    sequence,
    rows: Array.from({ length: Math.min(count, 40 - from) }, (_none, place) => row(from + place))
  })
  const change = (part: Partial<AddressesState>) => {
    main.addresses = { ...main.addresses, ...part }
    main.push('addresses.changed', main.addresses)
  }
  const asked = () => main.payloads('addresses.ask') as Asked[]
  return { main, change, asked }
}

const grid = () => screen.findByRole('grid', { name: 'Deposit addresses' })

it('says what it is while there is nothing, and what to do next', async () => {
  await show(
    '#/addresses',
    mainWith({ rows: 0, profileId: null, notLoadable: 'Connect to load addresses.' }).main
  )
  expect(await screen.findByRole('heading', { name: 'No deposit addresses are loaded' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Connect to the local sandbox' })).toBeTruthy()
})

it('asks once for the rows in sight, with the filters sent once and not with each key', async () => {
  const { main, asked } = mainWith()
  await show('#/addresses', main)
  expect(await within(await grid()).findByText('user-0')).toBeTruthy()
  expect(asked()).toHaveLength(1)
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'use' } })
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'user' } })
  await waitFor(() => expect(asked().at(-1)?.question.search).toBe('user'))
  expect(asked().map(({ question }) => question.filters)).toEqual([{}, null, null])
  expect(asked().map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'nothing' } })
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy()
})

it('asks again when the store has changed, and anew with its filters when its table was forgotten', async () => {
  const { main, change, asked } = mainWith()
  await show('#/addresses', main)
  await grid()
  change({ savedFilters: [{ id: 'a', name: 'Mine' }] })
  change({ revision: 2 })
  await waitFor(() => expect(asked()).toHaveLength(2))
  const usual = main.answers['addresses.ask']!
  main.answers['addresses.ask'] = (payload: never) => {
    const { question } = payload as Asked
    if (question.filters === null) throw fail('addresses.view-gone', 'Not known.')
    return usual(payload)
  }
  change({ revision: 3 })
  await waitFor(() => expect(asked()).toHaveLength(4))
  expect(asked().at(-1)?.question.filters).toEqual({})
  expect(screen.queryByText('Not known.')).toBeNull()
})

it('asks the service for new chips where not everything is loaded, and says whether all of it is shown', async () => {
  const { main, change } = mainWith({ rows: 0 })
  const load = {
    run: 7,
    kind: 'query',
    phase: 'running',
    sentence: 'Loading.',
    requests: 1,
    requestsDone: 0,
    pages: 0,
    received: 0,
    added: 0,
    unreadable: 0,
    resumable: false
  } as const
  main.answers['addresses.load'] = () => {
    main.addresses = { ...main.addresses, load }
    return main.addresses
  }
  await show('#/addresses', main)
  await fireEvent.click(await screen.findByRole('button', { name: 'Load some networks' }))
  await fireEvent.click(await screen.findByRole('checkbox', { name: 'Bitcoin' }))
  await fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() =>
    expect(main.payloads('addresses.load')).toEqual([{ filters: { networks: ['BITCOIN'] }, order: 'DESC' }])
  )
  expect(await screen.findByText('Not all yet: more that match are coming in.')).toBeTruthy()
  change({ rows: 40, load: { ...load, phase: 'done', requestsDone: 1 } })
  expect(await screen.findByText(/^All that match, as of/)).toBeTruthy()
  expect(await grid()).toBeTruthy()
  // What is loaded whole needs no more asking.
  change({ load: null, everything: { begun: true, complete: true, newest: 'x', oldest: null } })
  await fireEvent.click(screen.getByRole('button', { name: /^Take off Network/ }))
  expect(await screen.findByText(/^All that the service had/)).toBeTruthy()
  expect(main.payloads('addresses.load')).toHaveLength(1)
})

it('warns of a failed checksum and of a swapped address until somebody has seen it', async () => {
  const { main } = mainWith()
  const { address, id, ...rest } = row(0)
  main.answers['addresses.detail'] = () => ({
    ...rest,
    id,
    address,
    networkName: 'Base',
    groups: ['bc1q', '0000'],
    verification: { state: 'wrong', sentence: 'Do not use this address for Base.' },
    customerId: 'c',
    conversion: 'Nothing is converted.',
    compatibleNetworks: null,
    metadata: [['note', '<b>bold</b>']],
    more: [],
    paymentUri: null,
    json: '{}'
  })
  await show('#/addresses', main)
  ;(await grid()).focus()
  await press('ArrowDown')
  await press('Enter')
  const drawer = within(await screen.findByRole('complementary', { name: 'Base deposit address' }))
  expect(drawer.getByRole('alert').textContent).toContain('Do not use this address for Base.')
  expect(drawer.getByText('<b>bold</b>')).toBeTruthy()
  main.push('addresses.replaced', { sentence: 'Another address lies there.', copied: 'one', found: 'two' })
  expect(await screen.findByText('The copied address was replaced')).toBeTruthy()
  await press('Escape')
  expect(screen.queryByRole('complementary')).toBeNull()
  await fireEvent.click(screen.getByRole('button', { name: 'I have seen it' }))
  expect(screen.queryByText('The copied address was replaced')).toBeNull()
})
