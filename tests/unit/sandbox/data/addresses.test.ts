import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageOf, type AddressQuery, type Order } from '#sandbox/data/address-query'
import { Addresses } from '#sandbox/data/addresses'
import { parseMonth } from '#sandbox/data/months'
import { withChecksum } from '#shared/domain/records/address/hex'
import { cryptoNetworks, evmNetworks, type CryptoNetwork } from '#shared/domain/records/networks'
import { parseTime } from '#shared/domain/base/time'
import {
  base58Bytes,
  base58checkVersion,
  isCashAddress,
  isStellarAccount,
  segwit
} from '../../shared/domain/records/address/independent'

const anchor = parseMonth('2026-10')!
const make = (count: number, seed = 7) => new Addresses({ seed, anchor, count })

const bitcoinLike =
  (prefix: string, versions: readonly number[]) =>
  (text: string): boolean =>
    text.startsWith(`${prefix}1`)
      ? segwit(text)?.prefix === prefix
      : versions.includes(base58checkVersion(text) ?? -1)
const evm = (text: string) => /^0x[0-9a-fA-F]{40}$/.test(text) && text === `0x${withChecksum(text.slice(2))}`
const judges: Partial<Record<CryptoNetwork, (text: string) => boolean>> = {
  BITCOIN: bitcoinLike('bc', [0, 5]),
  LITECOIN: bitcoinLike('ltc', [0x30, 0x32]),
  DOGECOIN: (text) => [0x1e, 0x16].includes(base58checkVersion(text) ?? -1),
  BITCOIN_CASH: isCashAddress,
  STELLAR: isStellarAccount,
  SOLANA: (text) => base58Bytes(text).length === 32,
  SUI: (text) => /^0x[0-9a-f]{64}$/.test(text)
}

describe('the deposit addresses', () => {
  test('are valid by an independent check', () => {
    const addresses = make(8000)
    const seen = new Set<string>()
    const ids = new Set<string>()
    for (let row = 0; row < addresses.count; row += 1) {
      const { crypto_network, address, id, metadata = {} } = addresses.row(row)
      if (!(judges[crypto_network] ?? evm)(address)) throw new Error(`${crypto_network} ${address}`)
      seen.add(crypto_network)
      ids.add(id)
      const sides = Object.entries(metadata).flat()
      if (sides.length > 12 || sides.some(({ length }) => length > 100)) throw new Error(`metadata of ${id}`)
    }
    expect(seen.size).toBe(16)
    expect(ids.size).toBe(8000)
  })

  test('are created in index order within 36 months, with ties', () => {
    const addresses = make(5000)
    let ties = 0
    for (let row = 1; row < addresses.count; row += 1) {
      const [before, now] = [addresses.createdAt(row - 1), addresses.createdAt(row)]
      expect(now >= before).toBe(true)
      if (now === before) ties += 1
    }
    expect(ties).toBeGreaterThan(10)
    expect(addresses.createdAt(0) >= parseTime('2023-11-01T00:00:00Z')!).toBe(true)
    expect(addresses.createdAt(4999) < parseTime('2026-11-01T00:00:00Z')!).toBe(true)
  })

  test('are deterministic for a seed', () => {
    for (const row of [0, 1, 777]) expect(make(1000).row(row)).toEqual(make(1000).row(row))
    expect(make(1000, 8).row(0)).not.toEqual(make(1000, 7).row(0))
  })

  test('have compatible networks of the same kind', () => {
    const addresses = make(1000)
    for (let row = 0; row < 1000; row += 1) {
      const { crypto_network, compatible_crypto_networks } = addresses.row(row)
      if (!compatible_crypto_networks) continue
      expect(compatible_crypto_networks).toContain(crypto_network)
      for (const network of compatible_crypto_networks) expect(evmNetworks).toContain(network)
    }
  })

  test('are found by ID and reference only', () => {
    const addresses = make(2000)
    for (let row = 0; row < 2000; row += 1) {
      const { id, ref_id } = addresses.row(row)
      expect(addresses.findId(id.toUpperCase())).toBe(row)
      if (ref_id) expect(addresses.findReference(ref_id)).toBe(row)
    }
    fc.assert(fc.property(fc.uuid(), (id) => addresses.findId(id) === null))
    fc.assert(fc.property(fc.string(), (text) => addresses.findReference(text) === null))
  })
})

// Mostly absent, because combined filters match nothing.
const seldom = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })
const set = (max: number, length = 6) => seldom(fc.uniqueArray(fc.nat(max), { maxLength: length }))
const filters = fc.record({
  networks: set(15),
  profiles: set(47),
  identities: set(5999, 200),
  rows: set(900, 200),
  from: seldom(fc.nat(900)),
  before: seldom(fc.nat(900))
})

describe('paging', () => {
  test('matches a plain filter while rows are added', () => {
    fc.assert(
      fc.property(
        filters,
        fc.constantFrom<Order>('ASC', 'DESC'),
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.nat(40), { maxLength: 30 }),
        (wanted, order, limit, growth) => {
          const addresses = make(900)
          const query: AddressQuery = {
            ...(wanted.networks && { networks: new Set(wanted.networks) }),
            ...(wanted.profiles && { profiles: new Set(wanted.profiles) }),
            ...(wanted.identities && { identities: new Set(wanted.identities) }),
            ...(wanted.rows && { rows: new Set(wanted.rows) }),
            ...(wanted.from !== undefined && { from: addresses.createdAt(wanted.from) }),
            ...(wanted.before !== undefined && { before: addresses.createdAt(wanted.before) })
          }
          const found: number[] = []
          let after: number | null = null
          let pages = 0
          do {
            const page = pageOf(addresses, query, { order, limit, after })
            found.push(...page.rows)
            after = page.last
            if (after !== null) expect(page.rows).toHaveLength(limit)
            addresses.add(growth[pages] ?? 0)
            pages += 1
          } while (after !== null)
          const { ids } = addresses
          const { networks } = wanted
          const profiles = wanted.profiles?.map((each) => ids.uuid('profile', each))
          const identities = wanted.identities?.map((each) => ids.uuid('identity', each))
          const rows = wanted.rows?.map((each) => ids.uuid('address', each))
          const all = Array.from({ length: addresses.count }, (_, row) => row).filter((row) => {
            const { id, crypto_network, profile_id, identity_id, created_at } = addresses.row(row)
            const time = parseTime(created_at)!
            return (
              (!networks || networks.includes(cryptoNetworks.indexOf(crypto_network))) &&
              (!profiles || profiles.includes(profile_id)) &&
              (!identities || (identity_id !== undefined && identities.includes(identity_id))) &&
              (!rows || rows.includes(id)) &&
              (query.from === undefined || time >= query.from) &&
              (query.before === undefined || time < query.before)
            )
          })
          const before = all.filter((row) => row < 900)
          expect(new Set(found).size).toBe(found.length)
          if (order === 'DESC') expect(found).toEqual(before.toReversed())
          else expect(found).toEqual(all.slice(0, found.length))
          const seen = new Set(found)
          expect(before.every((row) => seen.has(row))).toBe(true)
        }
      ),
      { numRuns: 15 }
    )
  })
})
