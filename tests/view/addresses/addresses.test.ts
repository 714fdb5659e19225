import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import { fail } from '#shared/domain/base/problem'
import { press, show } from '../support/show'
import { mainWith, row, runningLoad, type Asked } from './main-with'

const grid = () => screen.findByRole('grid', { name: 'Deposit addresses' })

it('explains an empty view and the next step', async () => {
  await show(
    '#/addresses',
    mainWith({ rows: 0, profileId: null, notLoadable: 'Connect to load addresses.' }).main
  )
  expect(await screen.findByRole('heading', { name: 'No deposit addresses loaded' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Connect to the local sandbox' })).toBeTruthy()
})

it('requests visible rows once, with filters sent once', async () => {
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

it('keeps its place while another view is shown, and starts a new search at the top', async () => {
  const { main } = mainWith()
  await show('#/addresses', main)
  await fireEvent.keyDown(await grid(), { key: 'End' })
  const { scrollTop } = await grid()
  expect(scrollTop).toBeGreaterThan(0)
  await press('X', { ctrlKey: true, shiftKey: true })
  await screen.findByRole('heading', { name: 'Conversions', level: 1 })
  await press('B', { ctrlKey: true, shiftKey: true })
  expect((await grid()).scrollTop).toBe(scrollTop)
  expect((await grid()).querySelector('[aria-selected="true"]')?.textContent).toContain('user-39')
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'user' } })
  await waitFor(async () => expect((await grid()).scrollTop).toBe(0))
})

it('requests again after a change, with filters if needed', async () => {
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

it('loads new filters and shows completeness', async () => {
  const { main, change } = mainWith({ rows: 0 })
  const load = { ...runningLoad, run: 7, kind: 'query' } as const
  main.answers['addresses.load'] = () => {
    main.addresses = { ...main.addresses, load }
    return main.addresses
  }
  await show('#/addresses', main)
  await fireEvent.click(await screen.findByRole('button', { name: 'Choose networks' }))
  await fireEvent.click(await screen.findByRole('checkbox', { name: 'Bitcoin' }))
  await fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() =>
    expect(main.payloads('addresses.load')).toEqual([{ filters: { networks: ['BITCOIN'] }, order: 'DESC' }])
  )
  expect(await screen.findByText('Partial: more matches are loading.')).toBeTruthy()
  change({ rows: 40, load: { ...load, phase: 'done', requestsDone: 1 } })
  expect(await screen.findByText(/^All matches as of/)).toBeTruthy()
  expect(await grid()).toBeTruthy()
  change({ load: null, everything: { begun: true, complete: true, newest: 'x', oldest: null } })
  await fireEvent.click(screen.getByRole('button', { name: /^Remove Network/ }))
  expect(await screen.findByText(/^Complete\. Refresh/)).toBeTruthy()
  expect(main.payloads('addresses.load')).toHaveLength(1)
})

it('warns of a failed checksum and a changed address', async () => {
  const { main } = mainWith()
  const { address, id, ...rest } = row(0)
  main.answers['addresses.detail'] = () => ({
    ...rest,
    id,
    address,
    networkName: 'Base',
    groups: ['bc1q', '0000', '1234', 'z8'],
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
  const parts = [...drawer.getByLabelText('Address bc1q 0000 1234 z8').querySelectorAll('span')]
  const marked = parts.filter((part) => part.classList.contains('marked')).map((part) => part.textContent)
  expect(marked).toEqual(['bc1q', '1234', 'z8'])
  main.push('addresses.replaced', { sentence: 'Another address lies there.', copied: 'one', found: 'two' })
  expect(await screen.findByText('The copied address was replaced')).toBeTruthy()
  await press('Escape')
  expect(screen.queryByRole('complementary')).toBeNull()
  await fireEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
  expect(screen.queryByText('The copied address was replaced')).toBeNull()
})

it('reports a failed store until restarted', async () => {
  const { main, change, asked } = mainWith()
  await show('#/addresses', main)
  expect(await within(await grid()).findByText('user-0')).toBeTruthy()
  change({ phase: 'failed', sentence: 'It ended unexpectedly.', revision: 0, rows: 0 })
  expect(await screen.findByRole('heading', { name: 'The address store stopped' })).toBeTruthy()
  change({ notLoadable: 'Not now.' })
  change({ notLoadable: null })
  expect(asked()).toHaveLength(1)
  main.addresses = { ...main.addresses, phase: 'ready', revision: 2, rows: 40 }
  await fireEvent.click(screen.getByRole('button', { name: 'Restart' }))
  expect(main.payloads('addresses.open')).toEqual([{ profileId: 'treasury' }])
  await waitFor(() => expect(asked()).toHaveLength(2))
  expect(await within(await grid()).findByText('user-0')).toBeTruthy()
})
