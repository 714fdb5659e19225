import { screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import type { AddressMatch, AddressRow } from '#shared/contract/records/addresses/index'
import {
  addressCharacters,
  columnsFor,
  elsewhere,
  fieldText
} from '#renderer/records/addresses/table/columns'
import { widthTaken } from '#renderer/ui/columns'
import { show } from '../support/show'
import { mainWith, row } from './main-with'

const names = (width: number, needed: { label: boolean; found: boolean }) =>
  columnsFor(width, 'utc', needed).map(({ name }) => name)

it('gives free space to the address', () => {
  expect(names(1400, { label: false, found: false })).toEqual([
    'created',
    'network',
    'address',
    'profile',
    'refId',
    'target'
  ])
  expect(names(1400, { label: true, found: true })).toContain('label')
  expect(names(1400, { label: true, found: true })).toContain('found')
  expect(names(560, { label: true, found: false })).toEqual(['created', 'network', 'address'])
  expect(names(100, { label: true, found: true })).toEqual(['network', 'address'])
})

it('leaves room for a whole time with its zone', () => {
  const digit = 7.23
  const [utc] = columnsFor(1400, 'utc', { label: false, found: false })
  const [local] = columnsFor(1400, 'local', { label: false, found: false })
  expect(utc!.min).toBeGreaterThanOrEqual('2026-10-14 08:13'.length * digit)
  expect(local!.min).toBeGreaterThanOrEqual('2026-10-14 13:43 UTC+05:30'.length * digit)
})

it('shows the whole address if possible', () => {
  const shown = (width: number) => addressCharacters(columnsFor(width, 'utc', { label: false, found: false }))
  expect(shown(700)).toBeGreaterThanOrEqual(22)
  // At 1280 and 1680 pixels.
  expect(shown(1220)).toBeGreaterThanOrEqual(44)
  expect(shown(1620)).toBeGreaterThanOrEqual(62)
  for (let width = 600; width < 2400; width += 50) {
    const columns = columnsFor(width, 'utc', { label: true, found: true })
    expect(widthTaken(columns)).toBeLessThanOrEqual(width)
  }
})

it('finds matches outside visible text', () => {
  const match = (field: AddressMatch['field'], from: number): AddressMatch => ({
    field,
    text: 'x'.repeat(40),
    ranges: [[from, from + 3]]
  })
  const usual = columnsFor(1400, 'utc', { label: false, found: false })
  const rowWith = (...matches: AddressMatch[]): AddressRow => ({ ...row(0), matches })
  expect(elsewhere(undefined, usual)).toBe(undefined)
  expect(elsewhere(rowWith(match('address', 4), match('refId', 0), match('profileId', 2)), usual)).toBe(
    undefined
  )
  for (const found of [match('metadataValue', 0), match('label', 0), match('profileId', 20)]) {
    expect(elsewhere(rowWith(match('address', 4), found), usual)).toBe(found)
  }
})

it('names the field of a match', () => {
  const at = (field: AddressMatch['field'], key?: string): AddressMatch => ({
    field,
    text: 'x',
    ranges: [],
    ...(key !== undefined && { key })
  })
  expect(fieldText(at('customerId'))).toBe('customer')
  expect(fieldText(at('metadataKey'))).toBe('metadata key')
  expect(fieldText(at('metadataValue', 'desk'), 14)).toBe('metadata desk')
  expect(fieldText(at('metadataValue', '😀'.repeat(20)), 14)).toBe(`metadata ${'😀'.repeat(13)}…`)
})

it('adds a column for hidden matches', async () => {
  const heads = () => screen.findAllByRole('columnheader').then((all) => all.map((one) => one.textContent))
  const { main } = mainWith()
  await show('#/addresses', main)
  expect(await heads()).not.toContain('Also found in')
  expect(await heads()).not.toContain('Label')
})

it('adds columns for metadata matches and labels', async () => {
  const heads = () => screen.findAllByRole('columnheader').then((all) => all.map((one) => one.textContent))
  const { main } = mainWith({ labels: 1 }, (place) => ({
    ...row(place),
    matches: [{ field: 'metadataValue', key: 'desk', text: 'treasury', ranges: [[0, 3]] }]
  }))
  await show('#/addresses', main)
  expect(await heads()).toContain('Also found in')
  expect(await heads()).toContain('Label')
  expect((await screen.findAllByTitle('metadata desk: treasury'))[0]?.textContent.replace(/\s+/g, ' ')).toBe(
    'metadata desk: treasury'
  )
})

it('shortens a profile ID with a tooltip', async () => {
  const { main } = mainWith({}, (place) => ({ ...row(place), ...(place === 1 && { profileId: 'short-id' }) }))
  await show('#/addresses', main)
  const cells = await screen.findAllByTitle(row(0).profileId)
  expect(cells[0]?.textContent.trim()).toBe('636b993c…')
  expect(screen.getByTitle('short-id').textContent.trim()).toBe('short-id')
})
