import type {
  StatementsState,
  Comparison,
  StatementRow,
  StatementState,
  StatementTotals
} from '#shared/contract/records/statements/index'
import { formatCount, formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import { formatDateTime, type ClockKind } from '../../lib/format/time'
import { visible } from '../../lib/format/visible'

/** A text that is no number is shown as it came. */
export function amountText(text: string | null, format: NumberFormat): string {
  if (text === null) return noNumber
  const shown = formatDecimal(text, format)
  return shown === noNumber ? text : shown
}

export const counted = (count: number, one: string, many: string, format: NumberFormat) =>
  `${formatCount(count, format)} ${count === 1 ? one : many}`

export const timeText = (text: string | null, clock: ClockKind) => {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? (text ?? noNumber) : formatDateTime(at, clock)
}

const day = 86_400_000
/** It verifies itself once a day; what is older than that by far was not looked at while nothing ran. */
const provenFor = 3 * day

export type Standing = 'verified' | 'unproven' | StatementState

export const standingOf = ({ state, provenAt }: StatementRow, now: number): Standing =>
  state === 'unaltered' ? (now - provenAt > provenFor ? 'unproven' : 'verified') : state

export const standingWords: Readonly<Record<Standing, string>> = {
  verified: 'verified',
  unaltered: 'verified',
  unproven: 'not yet verified',
  altered: 'altered',
  missing: 'missing',
  unreadable: 'unreadable',
  moved: 'moved'
}

export interface StatusMark {
  readonly text: string
  readonly title: string
  /** Nothing is known to be wrong. */
  readonly quiet?: true
}

/** What its status or its files lack, beside how its hashes stand. */
export function statusMarks(row: StatementRow): StatusMark[] {
  const { unfinished, statusKind, status, lacking = [], uncompared } = row
  const marks: StatusMark[] = []
  const written = `The service gives its status as ${visible(status ?? '')}`
  if (unfinished)
    marks.push({ text: 'not finished', title: `${written}: it is not finished, so it is in no sum` })
  if (statusKind === 'void')
    marks.push({
      text: visible(status ?? ''),
      title: `${written}: it failed or was withdrawn, so it is in no sum`
    })
  if (statusKind === 'unknown')
    marks.push({
      text: visible(status ?? ''),
      title: `${written}, which Leadline does not know. All of its files are here, so it is counted`
    })
  if (lacking.length > 0) {
    const names = lacking.map(({ format }) => formatText(format)).join(', ')
    marks.push({
      text: `${names} not fetched`,
      title: lacking.map(({ format, reason }) => `${formatText(format)}: ${reason}`).join('\n')
    })
  }
  if (uncompared)
    marks.push({
      text: 'not compared',
      title: 'This computer did not fetch this statement, and it was not compared with the service',
      quiet: true
    })
  return marks
}

/** "Sums include 2 statements that were not compared with the service.", or null. */
export const uncomparedSentence = ({ uncompared = 0 }: StatementTotals, format: NumberFormat) =>
  uncompared === 0
    ? null
    : `Sums include ${counted(uncompared, 'statement that was', 'statements that were', format)} not compared with the service.`

const results: Readonly<Record<Comparison['result'], string>> = {
  same: 'the same',
  partly: 'the same figures; not every file could be compared',
  differs: 'differs',
  gone: 'no longer offered by the service'
}

/** When a statement was last compared with the service, and what came of it. */
export function comparisonText({ comparison, uncompared }: StatementRow, zone: ClockKind): string {
  if (!comparison) return uncompared ? 'not yet' : 'not since it was fetched'
  const { at, result, sentence } = comparison
  const more = sentence === undefined ? '' : ` (${sentence})`
  return `${formatDateTime(at, zone)}: ${results[result]}${more}`
}

/** So many figures, with the sign before them, stand behind the whole ones. */
export const fractionOf = (amount: string | null) =>
  /^[+-]?\d+(\.\d+)$/.exec(amount?.trim() ?? '')?.[1]?.length ?? 0

/** Why it is not as it was fetched, where that is known. */
export const reasonOf = ({ disagreement, files }: StatementRow): string | undefined =>
  disagreement ?? files.find(({ reason }) => reason !== undefined)?.reason

/** "1 statement is left out"; null where none is. */
export const leftOutText = (count: number, format: NumberFormat): string | null =>
  count === 0 ? null : `${counted(count, 'statement is', 'statements are', format)} excluded`

/** "1 altered and 2 gone statements are left out of the sums.", or null. What is gone is missing as a whole. */
export function leftOutSentence(
  {
    altered,
    missing,
    unfinished,
    unreadable = 0,
    moved = 0,
    gone = 0,
    void: voided = 0
  }: StatementTotals['leftOut'],
  format: NumberFormat
): string | null {
  const all = altered + missing + unfinished + unreadable + moved + voided
  if (all === 0) return null
  const named = {
    altered,
    missing: missing - gone,
    gone,
    unreadable,
    moved,
    unfinished,
    'failed or withdrawn': voided
  }
  const parts = Object.entries(named).flatMap(([word, count]) =>
    count > 0 ? [`${formatCount(count, format)} ${word}`] : []
  )
  const last = parts.pop()
  const told = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
  return `${told} ${all === 1 ? 'statement is' : 'statements are'} excluded from the totals.`
}

/** What is wrong, or else how far it is known that nothing is: the foot says when all was verified. */
function hashesText(
  { gone, list, verification }: StatementsState,
  standings: readonly Standing[],
  format: NumberFormat
): readonly string[] {
  const of = (standing: Standing) => standings.filter((one) => one === standing).length
  const wrong = (['altered', 'missing', 'unreadable', 'moved'] as const).flatMap((standing) => {
    const count = of(standing)
    return count > 0 ? [`${formatCount(count, format)} ${standing}`] : []
  })
  if (gone.count > 0) wrong.push(`${formatCount(gone.count, format)} gone`)
  if (list) wrong.push(`list ${list.state}`)
  if (wrong.length > 0) return wrong
  const unproven = of('unproven')
  if (unproven > 0) return [`${formatCount(unproven, format)} not yet verified`]
  return [verification === null ? 'each verified when fetched' : 'all hashes match']
}

/** "24 statements · 48 files · all hashes match", or what is wrong. */
export function summaryText(
  state: StatementsState,
  rows: readonly StatementRow[],
  now: number,
  format: NumberFormat
): string {
  const standings = rows.map((row) => standingOf(row, now))
  return [
    counted(state.statements, 'statement', 'statements', format),
    counted(state.files, 'file', 'files', format),
    ...hashesText(state, standings, format)
  ].join(' · ')
}

export const periodText = ({ month, periodStart, periodEnd }: StatementRow) =>
  month === 'undated' ? [periodStart, periodEnd].filter(Boolean).join(' to ') || 'undated' : month

/** `STATEMENT_FORMAT_PDF`, `PDF` or `pdf` as a button says it. */
export function formatText(format: string): string {
  const last = format.split('_').at(-1) ?? ''
  return last === '' ? 'File' : last.slice(0, 8).toUpperCase()
}

/** First and last, where the whole is one click away. */
export const shortened = (text: string, kept = 8) =>
  text.length > 2 * kept + 1 ? `${text.slice(0, kept)}…${text.slice(-kept)}` : text

/** Of no worth for the proof, which is the SHA-256; told to whoever compares with the store itself. */
export function etagText({ files }: StatementRow): readonly (readonly [string, string])[] {
  const known = files.filter(({ etagIsMd5 }) => etagIsMd5 !== undefined)
  if (known.length === 0) return []
  const others = known.filter(({ etagIsMd5 }) => etagIsMd5 === false)
  const text =
    others.length === 0
      ? 'the MD5 of the files'
      : `no MD5 of ${others.map(({ name }) => name).join(' and ')}, as is usual for files stored encrypted or in parts; the SHA-256 is the proof`
  return [['Store’s ETag', text]]
}
