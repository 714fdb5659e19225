import { csvLine } from '#shared/domain/base/csv'
import { keptOf, type KeptQuote } from './kept-quotes'
import { decoded, described, fieldsOf } from './shown'
import type { StoredConversion } from './stored'

const columns = [
  ...described,
  'metadata',
  'other_fields',
  'note',
  'looked_up_at',
  'answered_at',
  'created_mid',
  'created_spread',
  'settled_mid',
  'settled_spread',
  'quote_market'
]

/** All fields as sent, exact amounts, and the notes. */
export function csvOf(entries: readonly StoredConversion[]): string {
  return [columns, ...entries.map(cellsOf)].map(csvLine).join('')
}

function cellsOf(entry: StoredConversion): readonly string[] {
  const fields = fieldsOf(entry)
  const known = new Map(fields.map(({ name, value }) => [name, value]))
  const others = fields.filter((field) => !field.described && field.name !== 'metadata')
  const { metadata } = entry.record
  return [
    ...described.map((name) => known.get(name) ?? ''),
    metadata === undefined || metadata === null ? '' : JSON.stringify(metadata),
    others.length === 0
      ? ''
      : JSON.stringify(Object.fromEntries(others.map(({ name }) => [name, entry.record[name]]))),
    entry.note,
    instant(entry.lookedUpAt),
    instant(entry.answeredAt),
    ...quotesOf(entry)
  ]
}

/** Recorded quotes at its times. */
function quotesOf(entry: StoredConversion): readonly string[] {
  if (!entry.quotes) return ['', '', '', '', '']
  const { created, settled } = keptOf(decoded(entry), entry.quotes)
  const seen = [created, settled].map((quote) => (quote?.recorded ? quote : null))
  const figures = (quote: Recorded | null | undefined) => [quote?.mid ?? '', quote?.spread ?? '']
  return [...seen.flatMap(figures), seen.find((quote) => quote !== null)?.market ?? '']
}
type Recorded = Extract<KeptQuote, { recorded: true }>

/** Edited files may contain invalid dates. */
const instant = (at: number) => (Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : '')
