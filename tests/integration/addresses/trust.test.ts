import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inOrder, question, recordsOf } from '../../unit/engine/records/addresses/desk'
import { freshFolder } from '../support/folder'
import { connect, openAddresses, profileId, type Connected } from './desk'

const count = 600
const records = inOrder(recordsOf(count))
let service: Connected
let folder: string
beforeEach(async () => {
  service = await connect({ addresses: count })
  folder = await freshFolder()
})
afterEach(() => service.close())

/** Loads, saves and reads everything again. */
async function kept(change: (text: string) => string = (text) => text) {
  const first = await openAddresses(folder, () => service)
  await first.addresses.keepOnDisk(true)
  await first.addresses.loadEverything()
  await first.settled()
  await first.addresses.dispose()
  const file = path.join(folder, 'addresses', profileId, 'service-here', 'addresses.jsonl')
  await writeFile(file, change(await readFile(file, 'utf8')))
  service.asked.length = 0
}

test('confirms saved addresses once, by ID', async () => {
  await kept()
  let connected = false
  const { addresses } = await openAddresses(folder, () => (connected ? service : null))
  const { id } = records[40]!
  expect(await addresses.confirm(id)).toMatchObject({ state: 'unknown', sentence: 'Not connected.' })
  connected = true
  const [one, other] = await Promise.all([addresses.confirm(id), addresses.confirm(id)])
  expect(one).toMatchObject({ state: 'same' })
  expect(other).toEqual(one)
  expect(await addresses.confirm(id)).toEqual(one)
  expect(service.asked.map((asked) => asked.getAll('ids'))).toEqual([[id]])
  expect((await addresses.detail(id)).receivedAt).not.toBeNull()
  await addresses.dispose()
})

test('reports a changed address and requires a second step to copy it', async () => {
  await kept()
  const desk = await openAddresses(folder, () => service)
  const { addresses, clipboard } = desk
  const [mine, other] = [records[40]!, records[41]!]
  const real = service.rest.addresses.page
  const changed = { ...mine, address: other.address, network: other.network }
  Object.assign(service.rest.addresses, {
    page: async (...asked: Parameters<typeof real>) => ({ ...(await real(...asked)), items: [changed] })
  })
  expect(await addresses.confirm(mine.id)).toMatchObject({ state: 'differs', address: other.address })
  expect(await addresses.detail(mine.id)).toMatchObject({
    address: other.address,
    previous: { address: mine.address, network: mine.network }
  })
  await expect(addresses.copy(mine.id, 'address')).rejects.toThrow('has changed')
  expect(clipboard.text).toBe('')
  await addresses.copy(mine.id, 'address', true)
  expect(clipboard.text).toBe(other.address)
  await addresses.seen(mine.id)
  clipboard.text = ''
  await addresses.copy(mine.id, 'address')
  expect(clipboard.text).toBe(other.address)
  await addresses.dispose()
})

test('requires confirmation to copy an address the service no longer has', async () => {
  await kept()
  const { addresses, clipboard } = await openAddresses(folder, () => service)
  const real = service.rest.addresses.page
  Object.assign(service.rest.addresses, {
    page: async (...asked: Parameters<typeof real>) => ({ ...(await real(...asked)), items: [] })
  })
  const { id, address } = records[40]!
  expect(await addresses.confirm(id)).toMatchObject({ state: 'gone' })
  await expect(addresses.copy(id, 'address')).rejects.toThrow('no longer has this address')
  expect(clipboard.text).toBe('')
  await addresses.copy(id, 'address', true)
  expect(clipboard.text).toBe(address)
  await addresses.dispose()
})

test('discards addresses changed on disk and loads them again', async () => {
  await kept((text) => text.replaceAll(records[40]!.address, records[41]!.address))
  const desk = await openAddresses(folder, () => service)
  expect(desk.addresses.state).toMatchObject({ rows: 0, everything: { complete: false, begun: false } })
  expect(desk.addresses.state.notSaved).toContain('changed or damaged outside of Leadline')
  await desk.addresses.loadEverything()
  await desk.settled()
  expect(await desk.idsOf(question())).toEqual(records.map(({ id }) => id))
  expect((await desk.addresses.detail(records[40]!.id)).address).toBe(records[40]!.address)
  await desk.addresses.dispose()
})

test('keeps filtered addresses after a kill, and resumes', async () => {
  const desk = await openAddresses(folder, () => service)
  await desk.addresses.keepOnDisk(true)
  await desk.addresses.load({ networks: ['BITCOIN'] }, 'DESC')
  await desk.settled()
  // Not closed, to simulate a crash.
  const again = await openAddresses(folder, () => null)
  const expected = records.filter(({ network }) => network === 'BITCOIN').map(({ id }) => id)
  expect(await again.idsOf(question())).toEqual(expected)
  await again.addresses.dispose()
  await desk.addresses.dispose()
})

test('shows nothing of the previous service after the connection changed', async () => {
  await kept()
  let points = 'here'
  const desk = await openAddresses(folder, () => service, { pointsTo: () => points })
  const { addresses } = desk
  expect(addresses.state).toMatchObject({ rows: count, service: 'here' })
  points = 'elsewhere'
  await addresses.connectionsChanged()
  await addresses.opened()
  expect(addresses.state).toMatchObject({ rows: 0, service: 'elsewhere', everything: { complete: false } })
  points = 'here'
  await addresses.connectionsChanged()
  await addresses.opened()
  expect(addresses.state).toMatchObject({ rows: count, everything: { complete: true } })
  await addresses.dispose()
})
