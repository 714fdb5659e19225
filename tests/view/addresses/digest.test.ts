import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import type { AddressChange, AddressDigest, DigestQuestion } from '#shared/contract/records/addresses/index'
import { show } from '../support/show'
import { mainWith, row } from './main-with'

const digest: AddressDigest = {
  since: Date.parse('2026-11-24T18:04:30Z'),
  isWhole: true,
  counts: { added: 118, changed: 1, unlisted: 2, relisted: 0, loaded: 0 },
  comparedAt: null,
  comparedBefore: null,
  unclear: 0
}
const changeOf = (place: number): AddressChange => ({
  id: row(place).id,
  kind: place === 0 ? 'changed' : place < 3 ? 'unlisted' : 'added',
  address: row(place).address,
  network: 'BASE',
  refId: row(place).refId,
  differences:
    place === 0
      ? [
          { field: 'refId', name: null, was: 'old-ref', is: 'new-ref' },
          { field: 'network', name: null, was: 'BASE', is: 'ARBITRUM_ONE' },
          { field: 'metadata', name: 'desk', was: null, is: 'Rotterdam' }
        ]
      : []
})
const all = Array.from({ length: 121 }, (_none, place) => changeOf(place))

async function shown(part: Partial<AddressDigest> = {}) {
  const { main, change } = mainWith({
    digest: { ...digest, ...part },
    everything: { begun: true, complete: true, newest: null, oldest: null }
  })
  main.answers['addresses.digest'] = ({ kind, from, count }: DigestQuestion) => {
    const found = all.filter((one) => kind === null || one.kind === kind)
    return { from, count: found.length, changes: found.slice(from, from + count) }
  }
  await show('#/addresses', main)
  const strip = await screen.findByRole('region', { name: 'Changes since your last look' })
  return { main, change, strip: within(strip) }
}

it('says what changed since the last look, and lists it a page at a time', async () => {
  const { main, change, strip } = await shown()
  expect(strip.getByRole('status').textContent).toBe(
    'Since 2026-11-24 18:04 UTC: 118 added, 1 changed, 2 no longer listed'
  )
  expect(strip.getByText(/^Includes only what was loaded or opened since/)).toBeTruthy()
  await waitFor(() => expect(main.payloads('addresses.visit')).toHaveLength(1))
  await fireEvent.click(strip.getByRole('button', { name: 'Show changes' }))
  const rows = within(await strip.findByRole('list', { name: 'Changes since your last look' }))
  expect(rows.getAllByRole('button')).toHaveLength(50)
  expect(rows.getByText('old-ref')).toBeTruthy()
  expect(rows.getByText('Metadata desk')).toBeTruthy()
  expect(rows.getByText('Arbitrum One')).toBeTruthy()
  await fireEvent.click(strip.getByRole('button', { name: 'Next' }))
  expect(await strip.findByText('51–100 of 121')).toBeTruthy()
  await fireEvent.click(strip.getByRole('button', { name: 'No longer listed 2' }))
  await waitFor(() => expect(strip.getAllByText('No longer listed')).toHaveLength(2))
  expect(main.payloads('addresses.digest').at(-1)).toMatchObject({ kind: 'unlisted', from: 0 })
  const [first, second] = rows.getAllByRole('button')
  first!.focus()
  await fireEvent.keyDown(first!, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second)
  await fireEvent.click(second!)
  await waitFor(() => expect(main.payloads('addresses.detail').at(-1)).toEqual({ id: row(2).id }))
  strip.getByRole('button', { name: 'Mark as seen' }).focus()
  await fireEvent.click(strip.getByRole('button', { name: 'Mark as seen' }))
  expect(main.payloads('addresses.markSeen')).toEqual([{ revision: 1 }])
  change({ digest: { ...digest, counts: { ...digest.counts, added: 0, changed: 0, unlisted: 0 } } })
  await waitFor(() => expect(screen.queryByRole('region', { name: /last look/ })).toBeNull())
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('grid', { name: 'Deposit addresses' }))
  )
})

it('says when everything was compared, and what that does not prove', async () => {
  const { main, strip } = await shown({
    counts: { added: 0, changed: 0, unlisted: 0, relisted: 0, loaded: 3 },
    comparedAt: Date.parse('2026-11-25T08:00:00Z'),
    unclear: 2
  })
  expect(strip.getByRole('status').textContent).toBe('No changes since 2026-11-24 18:04 UTC')
  const coverage = strip.getByText(/^All addresses were compared/).textContent
  expect(coverage).toContain('at 2026-11-25 08:00 UTC.')
  expect(coverage).toContain('2 could not be compared.')
  expect(coverage).toContain('3 more addresses were loaded that may not be new')
  expect(strip.queryByRole('button', { name: 'Show changes' })).toBeNull()
  await fireEvent.click(screen.getByRole('button', { name: 'Compare all' }))
  expect(main.payloads('addresses.compare')).toHaveLength(1)
})
