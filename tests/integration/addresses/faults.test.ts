import { afterEach, beforeEach, expect, test } from 'vitest'
import { inOrder, question, recordsOf } from '../../unit/engine/records/addresses/desk'
import { freshFolder } from '../support/folder'
import { connect, openAddresses, type AddressHarness, type Connected } from './desk'

const count = 3200
const records = inOrder(recordsOf(count))
let service: Connected
let desk: AddressHarness
let connected: boolean

beforeEach(async () => {
  connected = true
  service = await connect({ addresses: count })
  desk = await openAddresses(await freshFolder(), () => (connected ? service : null))
})
afterEach(async () => {
  await desk.addresses.dispose()
  await service.close()
})

test('keeps addresses after a lost network, and resumes', async () => {
  let requests = 0
  service.before = () => {
    requests += 1
    if (requests > 2) throw new TypeError('fetch failed')
  }
  const { load: cut, rows } = await desk.load({})
  expect(cut).toMatchObject({ phase: 'interrupted', resumable: true, received: 2000, added: 2000 })
  expect(cut!.sentence).toMatch(/\. Received 2,000 addresses; you can resume loading\.$/)
  expect(rows).toBe(2000)
  service.before = () => undefined
  service.asked.length = 0
  await desk.addresses.resume()
  await desk.settled()
  expect(desk.addresses.state.load).toMatchObject({ phase: 'done', received: count })
  expect(await desk.idsOf(question())).toEqual(records.map(({ id }) => id))
  expect(service.asked.every((asked) => asked.has('page_cursor'))).toBe(true)
})

test.each([
  ['rest-500', 'returned an error (status 500). It says: this internal error is simulated.'],
  ['rest-html', 'returned an error (status 502)'],
  ['rest-truncated', 'closed the connection before it had sent the complete answer.'],
  ['rest-429', 'asks for fewer requests'],
  ['token-down', 'closed the connection']
] as const)('explains %s', async (scenario, reason) => {
  const { scenarios } = service.sandbox
  const faults = scenario.startsWith('token') ? (['token-revoked', scenario] as const) : [scenario]
  for (const name of faults) scenarios.switchOn(name)
  const { load: failed } = await desk.load({})
  for (const name of faults) scenarios.switchOff(name)
  expect(failed).toMatchObject({ phase: 'interrupted', received: 0 })
  expect(failed!.sentence).toContain(reason)
  expect(failed!.sentence).toContain('No addresses were received.')
  await expect
    .poll(async () => {
      await desk.addresses.resume()
      await desk.settled()
      return desk.addresses.state.load!.phase
    })
    .toBe('done')
  expect(desk.addresses.state.rows).toBe(count)
})

test('loads nothing without a connection, and searches loaded addresses', async () => {
  await desk.load({ networks: ['BASE'] })
  connected = false
  expect(desk.addresses.state.notLoadable).toBe('Not connected.')
  await expect(desk.addresses.refresh()).rejects.toThrow('Not connected.')
  expect((await desk.idsOf(question())).length).toBeGreaterThan(0)
})

test('replaces the first load with a second', async () => {
  await desk.addresses.loadEverything()
  const both = [
    desk.addresses.load({ networks: ['INK'] }, 'ASC'),
    desk.addresses.load({ networks: ['BNB'] }, 'ASC')
  ]
  await Promise.all(both)
  await desk.settled()
  expect(desk.addresses.state.load).toMatchObject({ kind: 'query', phase: 'done' })
  const last = service.asked.at(-1)!.getAll('networks')
  expect(last).toEqual(['BNB'])
})
