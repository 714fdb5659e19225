import { afterEach, expect, test } from 'vitest'
import { Addresses } from '#engine/records/addresses/index'
import { systemClock } from '#engine/base/clock'
import { addressHandlers } from '#main/records/addresses/handlers'
import { freshFolder } from '../../../../integration/support/folder'
import { question, startHere } from '../../../engine/records/addresses/desk'

let addresses: Addresses
afterEach(() => addresses.dispose())

async function opened() {
  addresses = new Addresses({
    folder: await freshFolder(),
    clock: systemClock,
    start: startHere,
    service: () => 'Not connected.',
    pointsTo: () => 'here',
    clipboard: { read: async () => '', write: async () => undefined },
    changed: () => undefined,
    replaced: () => undefined,
    clipboardMoved: () => undefined
  })
  return addressHandlers(addresses, async () => null)
}

test('separates tables by window and exact name', async () => {
  const handlers = await opened()
  const [one, other] = [{ windowId: 'one' }, { windowId: 'other' }]
  await handlers.open({ profileId: 'local-sandbox' }, one)
  await addresses.opened()
  await handlers.ask({ view: 'table', sequence: 5, question: question() }, one)
  await handlers.ask({ view: 'tables', sequence: 7, question: question() }, one)
  await handlers.ask({ view: 'table', sequence: 9, question: question() }, other)
  const sequences = async () => [
    (await handlers.slice({ view: 'table', from: 0, count: 1 }, one)).sequence,
    (await handlers.slice({ view: 'tables', from: 0, count: 1 }, one)).sequence,
    (await handlers.slice({ view: 'table', from: 0, count: 1 }, other)).sequence
  ]
  expect(await sequences()).toEqual([5, 7, 9])
  const placed = async (from: typeof one) =>
    (await handlers.position({ view: 'table', id: 'x' }, from)).sequence
  expect([await placed(one), await placed(other)]).toEqual([5, 9])
  await handlers.closeView({ view: 'table' }, one)
  expect(await sequences()).toEqual([-1, 7, 9])
  await addresses.closeViews('one/')
  expect(await sequences()).toEqual([-1, -1, 9])
})

test('explains why nothing can be loaded; a cancelled export returns null', async () => {
  const handlers = await opened()
  const from = { windowId: 'one' }
  expect(await handlers.read(undefined, from)).toMatchObject({ phase: 'none', profileId: null })
  await expect(handlers.detail({ id: 'x' }, from)).rejects.toThrow('Connect to one first')
  await handlers.open({ profileId: 'local-sandbox' }, from)
  await expect(handlers.loadEverything(undefined, from)).rejects.toThrow('Not connected.')
  expect(await handlers.export({ view: 'table', format: 'csv', partial: false }, from)).toBeNull()
})
