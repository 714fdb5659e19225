import type { StatementsState, StatementRow, StatementState } from '#shared/contract/records/statements/index'
import type { StatementTotals } from '#shared/domain/records/statements/totals'
import { statementText } from '#renderer/messages/statement'
import { statementsText } from '#renderer/messages/statements'
import { formatCount, formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import { formatDateTime, type ClockKind } from '../../lib/format/time'
import { visible } from '#shared/domain/base/visible'

/** A text that is not a number is shown unchanged. */
export function amountText(text: string | null, format: NumberFormat): string {
  if (text === null) return noNumber
  const shown = formatDecimal(text, format)
  return shown === noNumber ? text : shown
}

export const timeText = (text: string | null, clock: ClockKind) => {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? (text ?? noNumber) : formatDateTime(at, clock)
}

const day = 86_400_000
/** The archive is verified once a day while the app runs. */
const provenFor = 3 * day

export type Standing = 'verified' | 'unproven' | StatementState

export const standingOf = ({ state, provenAt }: StatementRow, now: number): Standing =>
  state === 'unaltered' ? (now - provenAt > provenFor ? 'unproven' : 'verified') : state

export interface StatusMark {
  readonly text: string
  readonly title: string
  /** Nothing is known to be wrong. */
  readonly quiet?: true
}

/** Marks for its status and missing files. */
export function statusMarks(row: StatementRow): StatusMark[] {
  const { unfinished, statusKind, lacking = [], uncompared } = row
  const text = statementText.marks
  const status = visible(row.status ?? '')
  const marks: StatusMark[] = []
  if (unfinished) marks.push({ text: text.unfinished, title: text.unfinishedTitle(status) })
  if (statusKind === 'void') marks.push({ text: status, title: text.voidTitle(status) })
  if (statusKind === 'unknown') marks.push({ text: status, title: text.unknownTitle(status) })
  if (lacking.length > 0) {
    marks.push({
      text: text.lacking(lacking.map(({ format }) => formatText(format))),
      title: lacking.map(({ format, reason }) => text.lackingTitle(formatText(format), reason)).join('\n')
    })
  }
  if (uncompared) marks.push({ text: text.uncompared, title: text.uncomparedTitle, quiet: true })
  return marks
}

export const uncomparedSentence = ({ uncompared = 0 }: StatementTotals, format: NumberFormat) =>
  uncompared === 0 ? null : statementsText.totals.uncompared(uncompared, formatCount(uncompared, format))

/** When a statement was last compared with the service, and the result. */
export function comparisonText({ comparison, uncompared }: StatementRow, zone: ClockKind): string {
  const text = statementText.comparison
  if (!comparison) return uncompared ? text.notYet : text.notSinceFetched
  const { sentence } = comparison
  const at = formatDateTime(comparison.at, zone)
  const result = text.results[comparison.result]
  return sentence === undefined ? text.at(at, result) : text.because(at, result, sentence)
}

/** So many figures, with the sign before them, stand behind the whole ones. */
export const fractionOf = (amount: string | null) =>
  /^[+-]?\d+(\.\d+)$/.exec(amount?.trim() ?? '')?.[1]?.length ?? 0

/** Why it is not as it was fetched, where that is known. */
export const reasonOf = ({ disagreement, files }: StatementRow): string | undefined =>
  disagreement ?? files.find(({ reason }) => reason !== undefined)?.reason

/** Null where no statement is excluded. */
export function leftOutSentence(leftOut: StatementTotals['leftOut'], format: NumberFormat): string | null {
  const kinds = statementsText.totals.excludedKinds
  const counts = (Object.keys(kinds) as (keyof typeof kinds)[]).map(
    (kind) => [kind, leftOut[kind] ?? 0] as const
  )
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  if (all === 0) return null
  const shown = counts.flatMap(([kind, count]) =>
    count > 0 ? [kinds[kind](formatCount(count, format))] : []
  )
  return statementsText.totals.excludedAll(shown, all)
}

/** Problems first, else how much is verified; the footer says when all was. */
function hashesText(
  { problems, verification }: StatementsState,
  standings: readonly Standing[],
  format: NumberFormat
): readonly string[] {
  const text = statementsText.summary
  const shown = (standing: 'altered' | 'missing' | 'unreadable' | 'moved' | 'unproven', more = 0) => {
    const count = standings.filter((one) => one === standing).length + more
    return count > 0 ? [text[standing](formatCount(count, format))] : []
  }
  const wrong = [
    ...shown('altered'),
    ...shown('missing', problems.find(({ kind }) => kind === 'removed')?.count),
    ...shown('unreadable'),
    ...shown('moved'),
    ...problems.flatMap(({ kind }) => text.lists[kind] ?? [])
  ]
  if (wrong.length > 0) return wrong
  const unproven = shown('unproven')
  if (unproven.length > 0) return unproven
  return [verification === null ? text.onlyWhenFetched : text.allMatch]
}

/** "24 statements · 48 files · all hashes match", or the problems. */
export function summaryText(
  state: StatementsState,
  rows: readonly StatementRow[],
  now: number,
  format: NumberFormat
): string {
  const text = statementsText.summary
  const standings = rows.map((row) => standingOf(row, now))
  return [
    text.statements(state.statements, formatCount(state.statements, format)),
    text.files(state.files, formatCount(state.files, format)),
    ...hashesText(state, standings, format)
  ].join(' · ')
}

export function periodText({ month, periodStart, periodEnd }: StatementRow): string {
  if (month !== 'undated') return month
  if (periodStart && periodEnd) return statementText.between(periodStart, periodEnd)
  return periodStart || periodEnd || statementText.undated
}

/** `STATEMENT_FORMAT_PDF`, `PDF` or `pdf` as a button says it. */
export function formatText(format: string): string {
  const last = format.split('_').at(-1) ?? ''
  return last === '' ? statementText.files.unnamed : last.slice(0, 8).toUpperCase()
}

/** First and last, where the whole is one click away. */
export const shortened = (text: string, kept = 8) =>
  text.length > 2 * kept + 1 ? `${text.slice(0, kept)}…${text.slice(-kept)}` : text

/** Does not prove anything, as the SHA-256 does; for comparison with the store itself. */
export function etagText({ files }: StatementRow): readonly (readonly [string, string])[] {
  const known = files.filter(({ etagIsMd5 }) => etagIsMd5 !== undefined)
  if (known.length === 0) return []
  const others = known.filter(({ etagIsMd5 }) => etagIsMd5 === false).map(({ name }) => name)
  const { isMd5, isNotMd5 } = statementText.etag
  return [[statementText.fields.etag, others.length === 0 ? isMd5 : isNotMd5(others)]]
}
