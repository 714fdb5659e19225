import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvOf } from '#engine/records/conversions/csv'
import type { KeptQuotes } from '#engine/records/conversions/kept-quotes'
import type { StoredConversion } from '#engine/records/conversions/stored'
import { created, idOf, message, settled } from './desk'

const entry = (record: StoredConversion['record'], note = ''): StoredConversion => ({
  id: idOf(1),
  record,
  note,
  lookedUpAt: Date.UTC(2026, 9, 5, 12),
  answeredAt: Date.UTC(2026, 9, 5, 13),
  watching: false,
  stopped: null,
  seen: []
})
const rowsOf = (entries: readonly StoredConversion[]) =>
  parse(csvOf(entries), { columns: true }) as Readonly<Record<string, string>>[]

it('contains every field as sent, and empty cells otherwise', () => {
  const amount = `${'1234567890'.repeat(30)}.000000000000000010`
  const metadata = { desk: 'A, "B"', deep: [1] }
  const [row] = rowsOf([
    entry(message(1, { ...settled, amount, metadata, fee: { units: '1' } }), 'Rotterdam')
  ])
  expect(row).toEqual({
    id: idOf(1),
    status: 'SETTLED',
    amount,
    source_asset: 'USDG',
    target_asset: 'USD',
    created_at: '2026-10-05T12:00:00.25Z',
    updated_at: '2026-10-05T12:00:00.25Z',
    settled_at: settled.settled_at,
    cancelled_at: '',
    profile_id: 'treasury',
    recipient_profile_id: '',
    ref_id: '',
    identity_id: '',
    account_id: '',
    metadata: JSON.stringify(metadata),
    other_fields: '{"fee":{"units":"1"}}',
    note: 'Rotterdam',
    looked_up_at: '2026-10-05T12:00:00.000Z',
    answered_at: '2026-10-05T13:00:00.000Z',
    created_mid: '',
    created_spread: '',
    settled_mid: '',
    settled_spread: '',
    quote_market: '',
    settled_after_seconds: '123.25',
    underway_for_seconds: '',
    usual_within_seconds: '',
    usual_of: '',
    late: ''
  })
  expect(rowsOf([entry(message(1, { amount: '-5.10' }))])[0]!['amount']).toBe('-5.10')
  expect(rowsOf([{ ...entry(message(1)), lookedUpAt: 9e99 }])[0]!['looked_up_at']).toBe('')
})

it('contains exact recorded quotes', () => {
  const moment = Date.parse(created)
  const mid = `0.${'9'.repeat(40)}5`
  const quoted = (quotes: KeptQuotes, record: StoredConversion['record']) => ({ ...entry(record), quotes })
  const quotes: KeptQuotes = {
    created: {
      recorded: true,
      moment,
      market: '=USDG;USD',
      at: moment,
      bid: '0.9',
      ask: '1',
      mid,
      spread: '-0.10',
      spreadBasisPoints: null
    },
    settled: { recorded: false, moment: Date.parse(settled.settled_at), market: 'USDGUSD', sentence: 'No.' }
  }
  const record = message(1, { ...settled, source_asset: '=USDG;' })
  const figures = { created_mid: mid, created_spread: '-0.10', settled_mid: '', settled_spread: '' }
  expect(rowsOf([quoted(quotes, record)])[0]).toMatchObject({ ...figures, quote_market: "'=USDG;USD" })
  const later = message(1, { ...settled, source_asset: '=USDG;', created_at: '2026-10-05T12:00:01Z' })
  expect(rowsOf([quoted(quotes, later)])[0]).toMatchObject({ created_mid: '', quote_market: '' })
})

it('keeps any text, without formulas', () => {
  const odd = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', '-1+', "'"), fc.string())
      .map((parts) => parts.join(''))
  )
  fc.assert(
    fc.property(odd, odd, odd, (amount, ref, note) => {
      const [row] = rowsOf([entry(message(1, { amount, ref_id: ref }), note)])
      for (const [name, text] of [
        ['amount', amount],
        ['ref_id', ref],
        ['note', note]
      ] as const) {
        const shown = row![name]!
        // Only apostrophes are added.
        expect(shown.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
        // Numbers stay numbers.
        if (!/^-\d+(\.\d+)?%?$/.test(shown)) expect(shown).not.toMatch(/^[=+\-@\t\r\n]/)
      }
    })
  )
})
