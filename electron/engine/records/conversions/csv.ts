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

/** Every field as the service wrote it, amounts to their last digit, and what was noted of it. */
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

/** Of the market at its times, as far as it was recorded. */
function quotesOf(entry: StoredConversion): readonly string[] {
  if (!entry.quotes) return ['', '', '', '', '']
  const { created, settled } = keptOf(decoded(entry), entry.quotes)
  const seen = [created, settled].map((quote) => (quote?.recorded ? quote : null))
  const figures = (quote: Recorded | null | undefined) => [quote?.mid ?? '', quote?.spread ?? '']
  return [...seen.flatMap(figures), seen.find((quote) => quote !== null)?.market ?? '']
}
type Recorded = Extract<KeptQuote, { recorded: true }>

/** What a person has put into the file may be a time that no calendar has. */
const instant = (at: number) => (Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : '')
