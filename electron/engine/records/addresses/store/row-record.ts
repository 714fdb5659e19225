import { formatTimeShortest } from '#shared/domain/base/time'
import type { DepositAddress } from '#shared/wire/address-decoder'
import type { TextPool } from './text-pool'

/** Text codes, 0 for none. Metadata keys and values alternate. */
export const cells = {
  id: 0,
  address: 1,
  refId: 2,
  profileId: 3,
  identityId: 4,
  accountId: 5,
  customerId: 6,
  network: 7,
  conversionTarget: 8,
  createdAt: 9,
  compatible: 10,
  more: 11,
  hasMetadata: 12
} as const
export const fixedCells = 13
/** These cells and the metadata are searched. */
export const searchedCells = 7

export interface Pools {
  /** Searched texts. */
  readonly texts: TextPool
  /** Other texts. */
  readonly names: TextPool
}

/** Equal records have equal codes. */
export function codesOf(record: DepositAddress, { texts, names }: Pools): number[] {
  const text = (value: string | null) => (value === null ? 0 : texts.code(value))
  const { at, text: createdAt } = record.createdAt
  // Nearly all times are in the canonical form.
  const usual = at !== null && formatTimeShortest(at) === createdAt
  const more = Object.keys(record.more).length === 0 ? 0 : names.code(JSON.stringify(record.more))
  const { compatibleNetworks: compatible, metadata } = record
  const codes = [
    texts.code(record.id),
    texts.code(record.address),
    text(record.refId),
    texts.code(record.profileId),
    text(record.identityId),
    text(record.accountId),
    texts.code(record.customerId),
    names.code(record.network),
    names.code(record.conversionTarget),
    usual ? 0 : names.code(createdAt),
    compatible === null ? 0 : names.code(JSON.stringify(compatible)),
    more,
    metadata === null ? 0 : 1
  ]
  for (const [key, value] of Object.entries(metadata ?? {})) codes.push(texts.code(key), texts.code(value))
  return codes
}

export function recordOf(
  codes: ArrayLike<number>,
  createdAt: bigint | null,
  { texts, names }: Pools
): DepositAddress {
  const text = (cell: number) => (codes[cell] === 0 ? null : texts.text(codes[cell]!))
  const written = codes[cells.createdAt]!
  const compatible = codes[cells.compatible]!
  const more = codes[cells.more]!
  const pairs: [string, string][] = []
  for (let cell = fixedCells; cell < codes.length; cell += 2) {
    pairs.push([texts.text(codes[cell]!), texts.text(codes[cell + 1]!)])
  }
  return {
    id: text(cells.id)!,
    profileId: text(cells.profileId)!,
    customerId: text(cells.customerId)!,
    network: names.text(codes[cells.network]!),
    address: text(cells.address)!,
    conversionTarget: names.text(codes[cells.conversionTarget]!),
    createdAt: {
      text: written === 0 ? formatTimeShortest(createdAt!) : names.text(written),
      at: createdAt
    },
    identityId: text(cells.identityId),
    refId: text(cells.refId),
    accountId: text(cells.accountId),
    metadata: codes[cells.hasMetadata] === 0 ? null : Object.fromEntries(pairs),
    compatibleNetworks: compatible === 0 ? null : (JSON.parse(names.text(compatible)) as string[]),
    more: more === 0 ? {} : (JSON.parse(names.text(more)) as Record<string, unknown>)
  }
}
