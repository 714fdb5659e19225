import { expect } from 'vitest'
import type { Values } from './readers'

type Read = (folder: string, table: string) => Promise<Values[]>

/** What the oracle spells, in its order. */
const columns = {
  book: [
    'seq',
    'time_ns',
    'received_ns',
    'is_snapshot',
    'side',
    'price',
    'amount',
    'price_text',
    'amount_text'
  ],
  trades: ['seq', 'time_ns', 'received_ns', 'price', 'amount', 'price_text', 'amount_text']
} as const

/** The reader finds each row of the oracle once, and no others. */
export async function expectRows(
  folder: string,
  truth: Readonly<Record<keyof typeof columns, readonly string[]>>,
  read: Read
): Promise<void> {
  for (const table of ['book', 'trades'] as const) {
    const rows = await read(folder, table)
    const spelled = rows.map((row) =>
      ['market', ...columns[table]].map((name) => String(row[name])).join(' ')
    )
    expect(spelled.sort()).toEqual([...truth[table]].sort())
  }
}
