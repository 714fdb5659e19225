import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshFolder } from '../support/folder'
import { connect, openAddresses, type AddressHarness, type Connected } from './desk'

const count = 900
let service: Connected
let desk: AddressHarness

beforeEach(async () => {
  service = await connect({ addresses: count })
  desk = await openAddresses(await freshFolder(), () => service, { pageLimit: 100 })
})
afterEach(async () => {
  await desk.addresses.dispose()
  await service.close()
})

async function stopAfter(pages: number): Promise<void> {
  await desk.addresses.loadEverything()
  await expect.poll(() => desk.addresses.state.load!.pages, { interval: 1 }).toBeGreaterThanOrEqual(pages)
  await desk.addresses.stop()
}

test('includes addresses created during an interruption', async () => {
  await stopAfter(2)
  const { control_url, control_key } = service.sandbox.description
  const headers = { authorization: `Bearer ${control_key}` }
  await fetch(`${control_url}/addresses`, { method: 'POST', headers, body: JSON.stringify({ count: 30 }) })
  await desk.addresses.resume()
  await desk.settled()
  const { load, everything, rows } = desk.addresses.state
  expect([load!.phase, everything.complete, rows]).toEqual(['done', true, count + 30])
})

test.each(['everything', 'query'] as const)(
  'gives up if the service refuses every cursor (%s)',
  async (kind) => {
    service.before = (parameters) => {
      if (parameters.has('page_cursor')) parameters.set('page_cursor', 'gone')
    }
    if (kind === 'everything') await desk.addresses.loadEverything()
    else await desk.addresses.load({}, 'ASC')
    await desk.settled()
    const { load, rows } = desk.addresses.state
    if (kind === 'everything') {
      // Each restart continues by time.
      expect([load!.phase, rows]).toEqual(['done', count])
    } else {
      expect(load).toMatchObject({ phase: 'interrupted', resumable: true })
      expect(rows).toBe(100)
    }
    expect(service.asked.length).toBeLessThanOrEqual(kind === 'query' ? 4 : (2 * count) / 50)
  }
)
