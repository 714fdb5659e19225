import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wireRecord } from '#engine/records/addresses/detail/wire-record'
import { LineReader } from '#engine/records/addresses/keep/line-reader'
import { Labels } from '#engine/records/addresses/search/labels'
import { Loaded } from '#engine/records/addresses/store/loaded'
import { cells } from '#engine/records/addresses/store/row-record'
import { decodeDepositAddress, type DepositAddress } from '#shared/wire/address-decoder'
import { recordsOf } from './desk'

interface Outcome {
  readonly rows: readonly unknown[]
  readonly networks: readonly string[]
  readonly damaged: number
}

/** The texts of a row as stored, byte for byte. */
function storedTexts({ rows }: Loaded, row: number): string[] {
  const named: readonly number[] = [
    cells.network,
    cells.conversionTarget,
    cells.createdAt,
    cells.compatible,
    cells.more
  ]
  return rows.codes(row).map((code, cell) => {
    if (code === 0 || cell === cells.hasMetadata) return `${code}`
    const { bytes, start, length } = (named.includes(cell) ? rows.names : rows.texts).raw(code)
    return `“${Buffer.from(bytes.subarray(start, start + length)).toString('latin1')}”`
  })
}

const everything = (loaded: Loaded, damaged: number): Outcome => ({
  rows: Array.from({ length: loaded.rows.end }, (_, row) => [
    loaded.rows.record(row),
    storedTexts(loaded, row),
    loaded.rows.isGone(row)
  ]),
  networks: [...loaded.networks],
  damaged
})

function byLineReader(bytes: Buffer): Outcome & { readonly decoded: number } {
  const loaded = new Loaded(new Labels())
  let decoded = 0
  const reader = new LineReader({
    line: (source, line) => loaded.addLine(source, line),
    record: (record) => {
      decoded += 1
      loaded.add(record)
    }
  })
  const damaged = reader.read(bytes)
  return { ...everything(loaded, damaged), decoded: decoded + damaged }
}

function byDecoder(bytes: Buffer): Outcome {
  const loaded = new Loaded(new Labels())
  let damaged = 0
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf('\n', from)
    try {
      loaded.add(decodeDepositAddress(JSON.parse(bytes.toString('utf8', from, end))))
    } catch {
      damaged += 1
    }
    from = end + 1
  }
  return everything(loaded, damaged)
}

const linesOf = (records: readonly DepositAddress[]) =>
  records.map((record) => `${JSON.stringify(wireRecord(record))}\n`).join('')

/** Returns how many lines needed the decoder. */
function expectSame(bytes: Buffer): number {
  const { decoded, ...outcome } = byLineReader(bytes)
  expect(outcome).toEqual(byDecoder(bytes))
  return decoded
}

test('reads the lines of ordinary addresses from their bytes', () => {
  const bytes = Buffer.from(linesOf(recordsOf(400)))
  expect(byLineReader(bytes)).toEqual({ ...byDecoder(bytes), decoded: 0 })
})

const fields = [
  'id',
  'profile_id',
  'customer_id',
  'crypto_network',
  'address',
  'conversion_target_asset',
  'created_at',
  'identity_id',
  'ref_id',
  'metadata',
  'account_id',
  'compatible_crypto_networks'
]
const plain = fc.string({ unit: fc.constantFrom(...'aZ7 -é😀\u2028\u007f'), maxLength: 6 })
const any = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\u0000', '\ud800'), maxLength: 3 })
const text = fc.oneof({ weight: 40, arbitrary: plain }, { weight: 1, arbitrary: any })
const filled = text.map((each) => `x${each}`)
const maybeEmpty = fc.oneof({ weight: 20, arbitrary: filled }, { weight: 1, arbitrary: fc.constant('') })
const ordinaryTime = fc.constantFrom(
  '2026-02-28T23:59:59Z',
  '2024-02-29T00:00:00.1Z',
  '2026-01-01T10:00:00.123456789Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z'
)
const otherTime = fc.constantFrom(
  '2026-01-01T10:00:00.120Z',
  '2026-01-01T10:00:00.0Z',
  '2026-01-01T10:00:00+02:00',
  '2026-02-29T10:00:00Z',
  '2026-01-01t10:00:00z',
  'yesterday'
)
const time = fc.oneof({ weight: 4, arbitrary: ordinaryTime }, { weight: 1, arbitrary: otherTime })
const key = fc.constantFrom('', '__proto__', '10', '9', '1e3', '-1', 'note', 'Note', 'a', 'b', 'c', 'é')
const json = (value: unknown) => JSON.stringify(value)
const shortList = fc.array(fc.tuple(key, text), { maxLength: 4 })
const longList = fc.array(
  fc.nat(99).map((number) => [`key ${number}`, 'x'] as const),
  { minLength: 14, maxLength: 20 }
)
// Not an object, because keys may come twice and in any order.
const metadata = fc
  .oneof({ weight: 4, arbitrary: shortList }, { weight: 1, arbitrary: longList })
  .map((pairs) => `{${pairs.map(([name, value]) => `${json(name)}:${json(value)}`).join(',')}}`)
const optional = (value: fc.Arbitrary<string>) => fc.option(value, { nil: null })
const record = fc
  .tuple(
    fc.constantFrom('one', 'two', 'three').map(json),
    filled.map(json),
    maybeEmpty.map(json),
    fc.constantFrom('BITCOIN', 'BASE', 'USD').map(json),
    filled.map(json),
    fc.constantFrom('USD', 'NO_CONVERSION').map(json),
    time.map(json),
    optional(maybeEmpty.map(json)),
    optional(filled.map(json)),
    optional(metadata),
    optional(maybeEmpty.map(json)),
    optional(fc.array(text, { maxLength: 3 }).map(json))
  )
  .map((values) => values.flatMap((value, field) => (value === null ? [] : [`"${fields[field]}":${value}`])))
  .map((parts) => `{${parts.join(',')}}`)

test('reads any content like JSON.parse and the decoder', () => {
  let scanned = 0
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 3 }), (lines) => {
      const decoded = expectSame(Buffer.from(lines.map((line) => `${line}\n`).join('')))
      scanned += lines.length - decoded
    }),
    { numRuns: 300 }
  )
  expect(scanned).toBeGreaterThan(100)
})

const pieces = [
  '"',
  '\\',
  ',',
  ':',
  '{',
  '}',
  '[',
  ']',
  ' ',
  '\r',
  '0',
  '\u0000',
  '""',
  ',"id":"b"',
  '"a":"b",'
]
const mutation = fc.record({
  at: fc.nat(),
  removed: fc.nat(6),
  put: fc.oneof(
    fc.constantFrom(...pieces).map((each) => Buffer.from(each)),
    fc.uint8Array({ maxLength: 2 }).map((each) => Buffer.from(each))
  )
})

test('reads damaged bytes like JSON.parse and the decoder', () => {
  const whole = recordsOf(60).map((each) => linesOf([each]))
  const own = [
    ...whole,
    '{"id":"1","profile_id":"1","customer_id":"1","crypto_network":"1","address":"1",' +
      '"conversion_target_asset":"1","created_at":"2026-01-01T00:00:00.5Z","metadata":{"a":"b","c":"d"}}\n'
  ]
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...own), { minLength: 1, maxLength: 3 }),
      fc.array(mutation, { minLength: 1, maxLength: 3 }),
      (lines, mutations) => {
        let bytes = Buffer.from(lines.join(''))
        for (const { at, removed, put } of mutations) {
          const from = at % bytes.length
          bytes = Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + removed)])
        }
        expectSame(Buffer.concat([bytes, Buffer.from('\n')]))
      }
    ),
    { numRuns: 400 }
  )
})

test('reads lines longer than its buffer', () => {
  const [first, second, third] = recordsOf(3) as [DepositAddress, DepositAddress, DepositAddress]
  const long = { ...second, metadata: { note: 'é'.repeat(400_000) } }
  expectSame(Buffer.from(linesOf([first, long, third])))
})

test('distinguishes versions by their time alone', () => {
  const at = (seconds: string) => `2026-01-01T00:00:${seconds}Z`
  const times = [at('00'), at('00.5'), 'soon', 'soon', at('01.5'), at('02.5')]
  const [address] = recordsOf(1)
  const lines = times.map((text) => JSON.stringify({ ...wireRecord(address!), created_at: text }))
  const { rows, damaged } = byLineReader(Buffer.from(lines.map((line) => `${line}\n`).join('')))
  expect([rows.length, damaged]).toEqual([5, 0])
  expect(rows.at(-1)).toMatchObject([{ createdAt: { text: times.at(-1) } }, expect.anything(), false])
})
