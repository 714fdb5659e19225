import path from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import type { AddressQuery, AddressRest } from '#engine/connection/rest/index'
import { Addresses } from '#engine/records/addresses/index'
import { fail } from '#shared/domain/base/problem'
import type { DepositAddress, DepositAddresses } from '#shared/wire/address-decoder'
import { freshFolder } from '../../../../integration/support/folder'
import { recordsOf, startHere } from './desk'

const pageSize = 70
const records = recordsOf(300).toReversed()
const unreadable = [{ index: 0, reason: 'no address', raw: {} }]

/** A service whose list can be changed; `refused` counts down the requests by ID that still fail. */
class ChangingService {
  list: readonly DepositAddress[] = records
  /** Sent in a form that cannot be read. */
  broken: string | null = null
  refused = 0
  /** Answers in capital letters. */
  shouts = false
  readonly askedFor: string[] = []

  readonly rest: AddressRest = {
    addresses: {
      pages: (query: AddressQuery = {}) => this.#pages(query),
      page: async (query: AddressQuery = {}) => this.#byId(query.ids ?? [])
    }
  }

  async *#pages({ createdAt }: AddressQuery): AsyncGenerator<DepositAddresses> {
    const all = createdAt ? [] : this.list
    for (let from = 0; from === 0 || from < all.length; from += pageSize) {
      const items = all.slice(from, from + pageSize).filter(({ id }) => id !== this.broken)
      const nextCursor = from + pageSize < all.length ? String(from) : null
      yield { items, unreadable: [], nextCursor, more: {} }
    }
  }

  #byId(ids: readonly string[]): DepositAddresses {
    this.askedFor.push(...ids)
    if (this.refused > 0) {
      this.refused -= 1
      throw fail('rest.down', 'Not now.', { retryable: true })
    }
    const items = this.list.filter(({ id }) => ids.includes(id) && id !== this.broken)
    const isBroken = this.broken !== null && ids.includes(this.broken)
    // A service may write IDs in another case.
    const shouted = items.map((item) => ({ ...item, id: item.id.toUpperCase() }))
    return {
      items: this.shouts ? shouted : items,
      unreadable: isBroken ? unreadable : [],
      nextCursor: null,
      more: {}
    }
  }
}

async function opened(service: ChangingService) {
  const addresses = new Addresses({
    folder: path.join(await freshFolder(), 'addresses'),
    clock: systemClock,
    start: startHere,
    service: () => ({ profileId: 'treasury', service: 'here', rest: service.rest }),
    pointsTo: () => 'here',
    clipboard: { read: async () => '', write: async () => undefined },
    changed: () => undefined,
    replaced: () => undefined,
    clipboardMoved: () => undefined
  })
  const ended = () => expect.poll(() => addresses.state.load?.phase, { interval: 5 }).not.toBe('running')
  await addresses.useProfile('treasury')
  await expect(addresses.compare()).rejects.toThrow('Load everything first.')
  await addresses.loadEverything()
  await ended()
  await addresses.visit()
  return { addresses, ended }
}

test('finds what changed and what is no longer listed, after an interruption too', async () => {
  const service = new ChangingService()
  const { addresses, ended } = await opened(service)
  const gone = new Set(records.filter((_one, place) => place % 2 === 1).map(({ id }) => id))
  service.list = records
    .filter(({ id }) => !gone.has(id))
    .map((record, place) => (place < 3 ? { ...record, refId: 'moved' } : record))
  service.refused = 1
  await addresses.compare()
  await ended()
  expect(addresses.state.load).toMatchObject({ kind: 'compare', phase: 'interrupted', resumable: true })
  expect(addresses.state.digest).toMatchObject({ counts: { changed: 3, unlisted: 0 }, comparedAt: null })
  await addresses.resume()
  await ended()
  const { digest } = addresses.state
  expect(digest).toMatchObject({ counts: { added: 0, changed: 3, unlisted: 150, relisted: 0 }, unclear: 0 })
  expect(digest!.comparedAt).toBeGreaterThanOrEqual(digest!.since)
  expect(new Set(service.askedFor)).toEqual(gone)
  service.askedFor.length = 0
  await addresses.compare()
  await ended()
  // They are known to be gone.
  expect(service.askedFor).toEqual([])
  service.list = records
  await addresses.compare()
  await ended()
  expect(addresses.state.digest).toMatchObject({ counts: { changed: 0, unlisted: 0, relisted: 0 } })
  await addresses.dispose()
})

test('does not call an address gone whose answer cannot be read', async () => {
  const service = new ChangingService()
  const { addresses, ended } = await opened(service)
  service.broken = records[5]!.id
  service.list = records.filter((_one, place) => place !== 6)
  await addresses.compare()
  await ended()
  expect(addresses.state.digest).toMatchObject({ counts: { unlisted: 0 }, unclear: 2 })
  await addresses.dispose()
})

test('ends although the service writes IDs in another case', async () => {
  const service = new ChangingService()
  const { addresses, ended } = await opened(service)
  service.shouts = true
  const [late] = records
  const [, ...others] = records
  const pages = service.rest.addresses.pages
  service.list = others
  service.rest.addresses.pages = async function* (query, options) {
    yield* pages(query, options)
    // It was listed after its page was read.
    service.list = [late!, ...others]
  }
  await addresses.compare()
  await ended()
  expect(service.askedFor).toEqual([late!.id])
  expect(addresses.state.digest).toMatchObject({ counts: { unlisted: 0 }, unclear: 0 })
  await addresses.dispose()
})
