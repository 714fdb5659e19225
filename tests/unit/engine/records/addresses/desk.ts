import { systemClock } from '#engine/base/clock'
import type { StartCore } from '#engine/records/addresses/index'
import { AddressCore } from '#engine/records/addresses/worker/core'
import { Addresses } from '#sandbox/data/addresses'
import { parseMonth } from '#sandbox/data/months'
import type { AddressFilters, AddressQuestion } from '#shared/contract/records/addresses/index'
import { decodeDepositAddress, type DepositAddress } from '#shared/wire/address-decoder'

export const sandboxAddresses = (count: number, seed = 1) =>
  new Addresses({ seed, anchor: parseMonth('2026-10')!, count })

/** Oldest first. */
export function recordsOf(count: number, seed = 1): DepositAddress[] {
  const source = sandboxAddresses(count, seed)
  return Array.from({ length: count }, (_, index) => decodeDepositAddress(source.row(index)))
}

/** By time, then ID. */
export const inOrder = (records: readonly DepositAddress[]): DepositAddress[] =>
  records.toSorted((one, other) => {
    const later = one.createdAt.at! - other.createdAt.at!
    if (later === 0n) return one.id < other.id ? -1 : Number(one.id > other.id)
    return later > 0n ? 1 : -1
  })

export function openCore(folder: string, service = 'here'): AddressCore {
  let ids = 0
  return new AddressCore({
    folder,
    service,
    clock: systemClock,
    newId: () => `filter-${(ids += 1)}`,
    report: () => undefined
  })
}

/** The core without a thread, with cloned messages. */
export const startHere: StartCore = ({ folder, service, state }) => {
  let ids = 0
  const core = new AddressCore({
    folder,
    service,
    clock: systemClock,
    newId: () => `filter-${(ids += 1)}`,
    report: (changed) => state(structuredClone(changed))
  })
  return {
    call: async (method, input) =>
      structuredClone(await core[method](structuredClone(input) as never)) as never,
    async dispose() {
      await core.close(null)
    }
  }
}

export const question = (
  search = '',
  filters: AddressFilters = {},
  order: AddressQuestion['order'] = 'ASC'
): AddressQuestion => ({ filters, search, order })

export async function idsOf(core: AddressCore, asked: AddressQuestion): Promise<string[]> {
  const { count } = await core.ask({ view: 'test', sequence: 0, question: asked })
  const ids: string[] = []
  while (ids.length < count) {
    const { rows } = await core.slice({ view: 'test', from: ids.length, count: 500 })
    if (rows.length === 0) throw new Error(`${ids.length} of ${count} rows`)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

export const fieldsOf = (record: DepositAddress): string[] =>
  [
    record.address,
    record.id,
    record.refId,
    record.profileId,
    record.identityId,
    record.accountId,
    record.customerId,
    ...Object.entries(record.metadata ?? {}).flat()
  ].filter((field) => field !== null)
