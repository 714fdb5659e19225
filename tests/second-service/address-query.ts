import type { AddressRecord } from './records'
import { readTime, type Spelling } from './spelling'
import type { Variants } from './variants'

export class Wrong extends Error {}

const filters = {
  profile_ids: 'profile_id',
  identity_ids: 'identity_id',
  ids: 'id',
  ref_ids: 'ref_id',
  account_ids: 'account_id',
  networks: 'crypto_network'
} as const

const comparisons: Readonly<Record<string, (time: bigint, limit: bigint) => boolean>> = {
  lt: (time, limit) => time < limit,
  lte: (time, limit) => time <= limit,
  eq: (time, limit) => time === limit,
  gte: (time, limit) => time >= limit,
  gt: (time, limit) => time > limit
}

/** All filters, and any value of each. */
export function filterAddresses(
  query: URLSearchParams,
  addresses: readonly AddressRecord[]
): readonly AddressRecord[] {
  let found = addresses
  for (const [parameter, field] of Object.entries(filters) as [keyof typeof filters, keyof AddressRecord][]) {
    const values = query.getAll(parameter)
    if (values.length > 100) throw new Wrong(`${parameter}: at most 100 values`)
    if (values.length === 0) continue
    const same = field === 'id' ? (text: string) => text.toLowerCase() : (text: string) => text
    const wanted = new Set(values.map(same))
    found = found.filter((record) => wanted.has(same(String(record[field]))))
  }
  for (const [name, holds] of Object.entries(comparisons)) {
    const text = query.get(`created_at.${name}`)
    if (text === null) continue
    const limit = readTime(text)
    if (limit === null) throw new Wrong(`created_at.${name} is not a time`)
    found = found.filter(({ created_at }) => holds(created_at, limit))
  }
  const order = query.get('order') ?? 'DESC'
  if (order !== 'ASC' && order !== 'DESC') throw new Wrong('order is ASC or DESC')
  if ((query.get('order_by') ?? 'CREATED_AT') !== 'CREATED_AT') throw new Wrong('order_by is CREATED_AT')
  return found.toSorted((one, other) => {
    const before =
      one.created_at < other.created_at || (one.created_at === other.created_at && one.id < other.id)
    return before === (order === 'ASC') ? -1 : 1
  })
}

export function listAddresses(
  query: URLSearchParams,
  addresses: readonly AddressRecord[],
  variants: Variants,
  spelling: Spelling
): unknown {
  const limit = Number(query.get('limit') ?? 100)
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw new Wrong('limit is 1 to 1000')
  const cursor = query.get('page_cursor') ?? ''
  const from = cursor === '' ? 0 : Number(Buffer.from(cursor, 'base64').toString().replace(/^at:/, ''))
  if (!Number.isInteger(from)) throw new Wrong('page_cursor is not known')
  const found = filterAddresses(query, addresses)
  const until = from + (variants.shortPages ? Math.ceil(limit * 0.7) : limit)
  const page = found.slice(from, until)
  const more = until < found.length || (variants.lastCursor === 'empty-page' && page.length > 0)
  const last = variants.lastCursor === 'empty' ? '' : undefined
  return {
    items: page.map((record) => ({ ...record, created_at: spelling.time(record.created_at) })),
    next_page_cursor: more ? Buffer.from(`at:${until}`).toString('base64') : last
  }
}
