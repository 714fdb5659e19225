import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeDepositAddress, decodeDepositAddresses } from '#shared/wire/address-decoder'
import { decodeConversion, isUnderway } from '#shared/wire/conversion-decoder'
import { decodeStatement, FileAddress } from '#shared/wire/statement-decoder'
import { ProblemError } from '#shared/domain/base/problem'

const ignore = () => undefined
const addressRecord = {
  id: 'a',
  profile_id: 'p',
  customer_id: 'c',
  crypto_network: 'SUI',
  address: '0x1',
  conversion_target_asset: 'USD',
  created_at: '2026-01-02T03:04:05.123456789Z',
  identity_id: 'i',
  ref_id: 'r',
  metadata: { desk: 'otc' },
  account_id: 'n',
  compatible_crypto_networks: ['BASE']
}
const conversionRecord = {
  id: 'v',
  profile_id: 'p',
  amount: '0012.3400',
  source_asset: 'USD',
  target_asset: 'USDG',
  status: 'CREATED',
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  settled_at: '2026-01-02T03:04:06Z',
  cancelled_at: '2026-01-02T03:04:07Z',
  metadata: { any: [1] },
  recipient_profile_id: 'q',
  ref_id: 'r',
  identity_id: 'i',
  account_id: 'n'
}
const statementRecord = {
  id: 's',
  asset_type: 'USDG',
  period_start: '2026-01-01T00:00:00Z',
  period_end: '2026-01-31T23:59:59Z',
  status: 'STATEMENT_STATUS_COMPLETED',
  type: 'STATEMENT_TYPE_MONTHLY_REWARDS',
  total_accrued: '1.000000',
  avg_daily_balance: '2.500000',
  files: [
    {
      format: 'STATEMENT_FORMAT_CSV',
      download_url: 'https://f/x?sig=hush',
      generated_at: '2026-02-01T00:00:00Z'
    }
  ],
  created_at: '2026-02-01T00:00:00Z'
}

const kinds = [
  ['an address', addressRecord, decodeDepositAddress, 7],
  ['a conversion', conversionRecord, decodeConversion, 5],
  ['a statement', statementRecord, (body: unknown) => decodeStatement({ statement: body }, ignore), 1]
] as const

describe.each(kinds)('%s', (_name, record, decode, required) => {
  it('reads all fields', () => {
    const decoded = decode(record)
    expect(decoded.more).toEqual({})
    expect(Object.values(decoded)).not.toContain(null)
  })

  it('requires and names mandatory fields', () => {
    const needed = Object.keys(record).filter((name) => {
      const { [name]: _left, ...rest } = record as Record<string, unknown>
      try {
        decode(rest)
        return false
      } catch (thrown) {
        expect(thrown).toMatchObject({
          problem: { code: 'rest.malformed', detail: `wrong or missing: ${name}` }
        })
        return true
      }
    })
    expect(needed).toHaveLength(required)
  })

  it('keeps unknown fields', () => {
    const unknown = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'more', 'toString')),
      fc.jsonValue(),
      { noNullPrototype: true }
    )
    fc.assert(
      fc.property(unknown, (extra) => {
        const others = Object.entries(extra).filter(
          ([name]) => !(name in record) || !Object.hasOwn(record, name)
        )
        const body: unknown = JSON.parse(
          JSON.stringify(Object.fromEntries([...others, ...Object.entries(record)]))
        )
        const { more } = decode(body)
        const kept = Object.entries(more).filter(([name]) => Object.hasOwn(more, name))
        expect(kept).toHaveLength(new Set(others.map(([name]) => name)).size)
        expect(Object.getPrototypeOf(more)).toBe(Object.prototype)
      })
    )
  })

  it('decodes or refuses anything', () => {
    const field = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(record)))
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record(Object.fromEntries(Object.keys(record).map((name) => [name, field])), { requiredKeys: [] })
    )
    fc.assert(
      fc.property(body, (value) => {
        try {
          decode(value)
        } catch (thrown) {
          if (!(thrown instanceof ProblemError)) throw thrown
        }
      })
    )
  })
})

it('keeps numbers and times as text, with nanoseconds', () => {
  expect(decodeConversion(conversionRecord).amount).toBe('0012.3400')
  expect(decodeDepositAddress(addressRecord).createdAt).toEqual({
    text: '2026-01-02T03:04:05.123456789Z',
    at: BigInt(Date.UTC(2026, 0, 2, 3, 4, 5)) * 1_000_000n + 123_456_789n
  })
  expect(decodeDepositAddress({ ...addressRecord, created_at: 'then' }).createdAt).toEqual({
    text: 'then',
    at: null
  })
})

it('keeps values of unexpected types', () => {
  const odd = { metadata: { desk: 7 }, compatible_crypto_networks: 'BASE', ref_id: 5 }
  expect(decodeDepositAddress({ ...addressRecord, ...odd })).toMatchObject({
    metadata: null,
    compatibleNetworks: null,
    refId: null,
    more: odd
  })
})

it.each([undefined, null, '', '0001-01-01T00:00:00Z'])(
  'treats a conversion settled at %j as underway',
  (settled_at) => {
    const { cancelled_at: _cancelled, ...rest } = conversionRecord
    expect(isUnderway(decodeConversion({ ...rest, settled_at }))).toBe(true)
    expect(isUnderway(decodeConversion(rest))).toBe(false)
  }
)

it('hides every URL of a statement', () => {
  const hidden: string[] = []
  const address = 'https://f/y?sig=hush2'
  const statement = decodeStatement(
    { statement: { ...statementRecord, extra: { deep: [{ link: address }] } }, next: address },
    (text) => hidden.push(text)
  )
  expect(hidden.toSorted()).toEqual(['https://f/x?sig=hush', address, address])
  const json = JSON.stringify([statement.files[0]?.address, statement.more])
  expect(json).not.toContain('hush')
  expect(String(statement.files[0]?.address)).not.toContain('hush')
  expect(statement.files[0]?.address).toBeInstanceOf(FileAddress)
  expect(statement.files[0]?.address?.reveal()).toBe('https://f/x?sig=hush')
})

it('treats a null list as empty', () => {
  expect(decodeDepositAddresses({ items: null, next_page_cursor: null })).toEqual({
    items: [],
    unreadable: [],
    nextCursor: null,
    more: {}
  })
})
