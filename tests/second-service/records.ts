import { SeededRandom } from '../chaos/random'
import { statementFiles, type StoredFile } from './files'
import { padded, shortest } from './spelling'
import type { Variants } from './variants'

export interface AddressRecord {
  readonly id: string
  readonly profile_id: string
  readonly customer_id: string
  readonly crypto_network: string
  readonly address: string
  readonly conversion_target_asset: string
  /** Nanoseconds since the epoch. */
  readonly created_at: bigint
  readonly identity_id: string | undefined
  readonly ref_id: string | undefined
  readonly account_id: string | undefined
  readonly metadata: Readonly<Record<string, string>> | undefined
  readonly compatible_crypto_networks: readonly string[] | undefined
}

export interface StatementRecord {
  readonly id: string
  readonly asset_type: string
  readonly period_start: bigint
  readonly period_end: bigint
  readonly status: string
  readonly type: string
  readonly total_accrued: string
  readonly avg_daily_balance: string
  readonly files: readonly StoredFile[]
  readonly created_at: bigint
}

export interface ConversionRecord {
  readonly id: string
  readonly profile_id: string
  readonly amount: string
  readonly source_asset: string
  readonly target_asset: string
  status: string
  readonly ref_id: string | undefined
  readonly identity_id: string | undefined
  readonly account_id: string | undefined
  readonly created_at: bigint
  updated_at: bigint
  settled_at: bigint | undefined
  cancelled_at: bigint | undefined
  readonly metadata: Readonly<Record<string, string>> | undefined
  readonly recipient_profile_id: string | undefined
}

export interface Records {
  readonly addresses: readonly AddressRecord[]
  readonly statements: readonly StatementRecord[]
  readonly conversions: readonly ConversionRecord[]
}

const day = 86_400_000_000_000n
const start = BigInt(Date.parse('2026-01-01T00:00:00Z')) * 1_000_000n
/** Case, spaces and slashes matter. */
const profiles = [
  'Treasury/EU',
  'treasury/eu',
  'PRF 0007',
  ' desk',
  '4F1C0B7E-AAAA-4BBB-8CCC-0123456789AB',
  '№ 9'
]

export function uuidOf(random: SeededRandom): string {
  const hex = (count: number) =>
    Array.from({ length: count }, () => random.whole(0, 15).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
}

export async function makeRecords(seed: number, variants: Variants, addressCount: number): Promise<Records> {
  const random = new SeededRandom(seed)
  const newId = () => (variants.uuids === 'upper' ? uuidOf(random).toUpperCase() : uuidOf(random))
  const sometimes = <T>(value: T) => (random.chance(0.6) ? value : undefined)
  const address = (index: number): AddressRecord => ({
    id: newId(),
    profile_id: random.pick(profiles),
    customer_id: `customer:${random.whole(1, 3)}`,
    address: `0x${uuidOf(random).replaceAll('-', '')}${index.toString(16).padStart(8, '0')}`,
    crypto_network: random.pick([
      'ETHEREUM',
      'POLYGON_POS',
      'BASE',
      ...(variants.unknownValues ? ['HYPERNET_2'] : [])
    ]),
    conversion_target_asset: random.pick([
      'NO_CONVERSION',
      'USD',
      ...(variants.unknownValues ? ['EUR_NEXT'] : [])
    ]),
    // Some share a nanosecond.
    created_at: start + (BigInt(Math.floor(index / 2)) * day) / 7n,
    identity_id: sometimes(`Person ${random.whole(1, 9)}`),
    ref_id: sometimes(`ref/${index}/é`),
    account_id: sometimes(`ACC_${random.whole(1, 5)}`),
    metadata: sometimes({ desk: `Zürich ${random.whole(1, 4)}`, 'key with blank': '"quoted", \\ / €' }),
    compatible_crypto_networks: sometimes(['ETHEREUM', ...(variants.unknownValues ? ['HYPERNET_2'] : [])])
  })
  const conversion = (index: number): ConversionRecord => {
    const created = start + BigInt(index) * day + 123_456_789n
    const open = ['CREATED', ...(variants.unknownValues ? ['AWAITING_FUNDS'] : [])]
    const status = index % 3 === 0 ? 'SETTLED' : index % 3 === 1 ? random.pick(open) : 'CANCELLED'
    return {
      id: newId(),
      profile_id: random.pick(profiles),
      amount: shortest(BigInt(random.whole(1, 1e9)), 6),
      source_asset: 'USD',
      target_asset: variants.unknownValues ? 'USDG.next' : 'USDG',
      status,
      ref_id: sometimes(`conversion ${index}`),
      identity_id: sometimes('Person 1'),
      account_id: sometimes('ACC_1'),
      created_at: created,
      updated_at: created + day,
      settled_at: status === 'SETTLED' ? created + day : undefined,
      cancelled_at: status === 'CANCELLED' ? created + day : undefined,
      metadata: sometimes({ note: 'a/b' }),
      recipient_profile_id: sometimes('PRF 0007')
    }
  }
  const statements: StatementRecord[] = []
  for (let month = 0; month < 10; month += 1) {
    const begins = BigInt(Date.UTC(2026, month - 3, 1)) * 1_000_000n
    const unfinished = variants.unknownValues && month === 9
    const lines = Array.from({ length: 28 }, () => BigInt(random.whole(1, 5_000_000)))
    statements.push({
      id: newId(),
      asset_type: 'USDG',
      period_start: begins,
      period_end: BigInt(Date.UTC(2026, month - 2, 1)) * 1_000_000n,
      status: unfinished ? 'STATEMENT_STATUS_UNDER_REVIEW' : 'STATEMENT_STATUS_COMPLETED',
      type:
        variants.unknownValues && month === 8
          ? 'STATEMENT_TYPE_SPECIAL_REWARDS'
          : 'STATEMENT_TYPE_MONTHLY_REWARDS',
      total_accrued: padded(
        shortest(
          lines.reduce((sum, line) => sum + line, 0n),
          6
        ),
        6
      ),
      avg_daily_balance: padded(shortest(BigInt(random.whole(1, 1e12)), 6), 6),
      files: unfinished ? [] : await statementFiles(month, begins, lines),
      created_at: begins + 33n * day
    })
  }
  return {
    addresses: Array.from({ length: addressCount }, (_, index) => address(index)),
    conversions: Array.from({ length: 12 }, (_, index) => conversion(index)),
    statements
  }
}
