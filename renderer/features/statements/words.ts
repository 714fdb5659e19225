import type {
  ArchiveState,
  FileState,
  StatementRow,
  StatementTotals
} from '../../../electron/shared/contract/archive'
import { formatCount, formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import { formatDateTime, type ClockKind } from '../../lib/format/time'

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

export type Standing = 'verified' | 'unproven' | FileState

export const standingOf = ({ state, provenAt }: StatementRow, now: number): Standing =>
  state === 'unaltered' ? (now - provenAt > provenFor ? 'unproven' : 'verified') : state

export const standingWords: Readonly<Record<Standing, string>> = {
  verified: 'verified',
  unaltered: 'verified',
  unproven: 'not yet verified',
  altered: 'altered',
  missing: 'missing'
}

/** "1 statement is left out"; null where none is. */
export const leftOutText = (count: number, format: NumberFormat): string | null =>
  count === 0 ? null : `${counted(count, 'statement is', 'statements are', format)} left out`

/** "1 altered and 2 missing statements are left out.", or null. */
export function leftOutSentence(
  { altered, missing, unfinished }: StatementTotals['leftOut'],
  format: NumberFormat
): string | null {
  const all = altered + missing + unfinished
  if (all === 0) return null
  const parts = Object.entries({ altered, missing, unfinished }).flatMap(([word, count]) =>
    count > 0 ? [`${formatCount(count, format)} ${word}`] : []
  )
  const last = parts.pop()
  const named = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
  return `${named} ${all === 1 ? 'statement is' : 'statements are'} left out of the sums.`
}

/** "24 statements · 48 files · all hashes match", or what is wrong. */
export function summaryText(
  state: ArchiveState,
  rows: readonly StatementRow[],
  now: number,
  format: NumberFormat
): string {
  const standings = rows.map((row) => standingOf(row, now))
  const wrong = (['altered', 'missing'] as const).flatMap((standing) => {
    const count = standings.filter((one) => one === standing).length
    return count > 0 ? [`${formatCount(count, format)} ${standing}`] : []
  })
  if (state.gone.count > 0) wrong.push(`${formatCount(state.gone.count, format)} gone`)
  const unproven = standings.filter((one) => one === 'unproven').length
  const hashes =
    wrong.length > 0
      ? wrong
      : [unproven > 0 ? `${formatCount(unproven, format)} not yet verified` : 'all hashes match']
  return [
    counted(state.statements, 'statement', 'statements', format),
    counted(state.files, 'file', 'files', format),
    ...hashes
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
