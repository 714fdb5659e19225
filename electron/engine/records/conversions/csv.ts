import type { UsualDuration } from '#shared/contract/records/conversions'
import { csvLine } from '#shared/domain/base/csv'
import { canonical, formatDecimal } from '#shared/domain/base/decimal'
import { keptOf, type KeptQuote } from './kept-quotes'
import { conversionIn } from './record'
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
  'quote_market',
  'settled_after_seconds',
  'underway_for_seconds',
  'usual_within_seconds',
  'usual_of',
  'late'
]

/** Of a conversion that is underway, in milliseconds. */
export interface Age {
  readonly milliseconds: number
  readonly usual: UsualDuration | null
}

/**
 * All fields as sent, exact amounts, and the notes.
 * @param ageOf null if it ended or its time is unknown
 */
export function csvOf(
  entries: readonly StoredConversion[],
  ageOf: (entry: StoredConversion) => Age | null = () => null
): string {
  return [columns, ...entries.map((entry) => cellsOf(entry, ageOf(entry)))].map(csvLine).join('')
}

function cellsOf(entry: StoredConversion, age: Age | null): readonly string[] {
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
    ...quotesOf(entry),
    settledAfter(entry),
    ...agesOf(age)
  ]
}

function settledAfter(entry: StoredConversion): string {
  const conversion = conversionIn(entry.record)
  const [from, to] = [conversion?.createdAt?.at ?? null, conversion?.settledAt?.at ?? null]
  return from === null || to === null ? '' : seconds(to - from, 9)
}

/** `late` is empty where it cannot be known. */
function agesOf(age: Age | null): readonly string[] {
  if (age === null) return ['', '', '', '']
  const { milliseconds, usual } = age
  const underway = seconds(BigInt(milliseconds), 3)
  if (usual === null) return [underway, '', '', '']
  const isLate = milliseconds > usual.milliseconds
  return [underway, seconds(BigInt(usual.milliseconds), 3), String(usual.of), isLate ? 'yes' : 'no']
}

const seconds = (units: bigint, scale: number) => formatDecimal(canonical({ units, scale }))

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
