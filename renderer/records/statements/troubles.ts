import type {
  StatementsState,
  CompareSummary,
  FetchAnswer,
  Progress,
  StatementRow,
  Verification
} from '#shared/contract/records/statements/index'
import { formatBytes, formatCount, type NumberFormat } from '../../lib/format/number'
import { visible } from '../../lib/format/visible'
import { counted } from './words'

export const progressText = ({ files, ofFiles, bytes, ofBytes }: Progress, format: NumberFormat) =>
  `${formatCount(files, format)} of ${formatCount(ofFiles, format)} files, ` +
  `${formatBytes(bytes, format)} of ${formatBytes(ofBytes, format)}`

/** What the last verification, or a look at the folder since, found wrong; null where nothing is. */
export function faultsText(
  verification: Verification | null,
  rows: readonly StatementRow[],
  format: NumberFormat
): string | null {
  const files = rows.flatMap((row) => row.files)
  const count = (state: 'altered' | 'missing' | 'unreadable') =>
    files.filter((file) => file.state === state).length +
    // Where the record itself is damaged.
    rows.filter((row) => row.state === state && row.files.every((file) => file.state === 'unaltered')).length
  const parts = (['altered', 'missing', 'unreadable'] as const).flatMap((state) => {
    const found = count(state)
    return found > 0 ? [`${counted(found, 'file is', 'files are', format)} ${state}`] : []
  })
  const moved = rows.filter(({ state }) => state === 'moved').length
  if (moved > 0)
    parts.push(
      counted(moved, 'statement is not in its own folder', 'statements are not in their own folders', format)
    )
  const unknown = verification?.unknown ?? 0
  if (unknown > 0)
    parts.push(
      `${counted(unknown, 'file that Leadline did not put there is', 'files that Leadline did not put there are', format)} in the archive`
    )
  return parts.length > 0 ? `${parts.join(', ')}.` : null
}

/** Whether a verification found anything that a person should look at. */
export const isAmiss = ({ altered, missing, unknown, unreadable = 0, copy }: Verification): boolean =>
  altered + missing + unknown + unreadable > 0 ||
  (copy !== null &&
    (copy.sentence !== null ||
      copy.altered + copy.missing + (copy.unreadable ?? 0) + (copy.disagreeing?.length ?? 0) > 0))

/** What was complete here and is not any more; null where nothing is. */
export function goneText({ gone, fault }: StatementsState, format: NumberFormat): string | null {
  if (gone.count === 0 || fault !== null) return null
  const [is, it] = gone.count === 1 ? ['is', 'its record'] : ['are', 'their records']
  return `${counted(gone.count, 'statement that was', 'statements that were', format)} complete here ${is} gone, or ${it} (statement.json).`
}

/** What became of bringing them back from the second copy. */
export function restoredText(restored: number, of: number): string {
  if (of === 0) return 'Nothing is known to be altered or missing, so nothing was restored.'
  if (restored === 0) return 'The second copy has no intact version of any of them.'
  const some = restored < of ? `${restored} of ${of}` : `${of}`
  return `${some} ${of === 1 ? 'statement was' : 'statements were'} restored from the second copy.`
}

/** What came of comparing statements with the service. */
export function comparedText({ counts, elsewhere, sentence }: CompareSummary): {
  readonly kind: 'success' | 'information' | 'warning'
  readonly text: string
  readonly detail: string | null
} {
  const words = {
    same: 'the same',
    partly: 'the same as far as they could be compared',
    differs: 'different',
    gone: 'no longer offered by the service',
    failed: 'not compared'
  }
  const parts = (Object.keys(words) as (keyof typeof words)[]).flatMap((result) =>
    counts[result] > 0 ? [`${counts[result]} ${words[result]}`] : []
  )
  const others = elsewhere === 0 ? [] : [`${elsewhere} of other connections or moved: not asked for`]
  const isGood = parts.length > 0 && counts.differs + counts.failed + counts.gone + counts.partly === 0
  return {
    kind: isGood ? 'success' : counts.differs + counts.failed > 0 ? 'warning' : 'information',
    text:
      parts.length + others.length === 0
        ? 'No statement was compared with the service.'
        : `Compared with the service: ${[...parts, ...others].join(', ')}.`,
    detail: sentence
  }
}

/** "2 belong to the connection Desk B: connect with it to fetch them." */
export function elsewhereText(elsewhere: NonNullable<FetchAnswer['elsewhere']>): string {
  const parts = elsewhere.map(
    ({ connection, count }) =>
      `${count} ${count === 1 ? 'belongs' : 'belong'} to the connection ${visible(connection)}`
  )
  const isOne = elsewhere.length === 1
  const them = isOne && elsewhere[0]?.count === 1 ? 'it' : 'them'
  return `${parts.join(', ')}: connect with ${isOne ? 'it' : 'each'} to fetch ${them}.`
}

/** What was asked for and did not come; null where nothing is amiss. */
export function unfinishedText(
  { wanted, requestCount, pendingCount }: StatementsState,
  format: NumberFormat
): string | null {
  const amiss = wanted.filter(({ pending }) => !pending)
  const [first] = amiss
  if (!first) return null
  const isSame = amiss.every(({ sentence }) => sentence === first.sentence)
  const why = isSame ? first.sentence : 'Each of them has its own reason.'
  return `${counted(requestCount - pendingCount, 'statement is', 'statements are', format)} not complete. ${why}`
}

/** What the service itself has not finished: nothing is wrong with it. */
export function pendingText({ wanted, pendingCount }: StatementsState, format: NumberFormat): string | null {
  if (pendingCount === 0) return null
  const first = wanted.find(({ pending }) => pending)
  const which =
    pendingCount === 1 && first?.asset ? ` (${[first.asset, first.month].filter(Boolean).join(' ')})` : ''
  const notReady = counted(pendingCount, 'statement is', 'statements are', format)
  return `${notReady} not ready yet${which}: the service is still preparing ${pendingCount === 1 ? 'it' : 'them'}. Ask again later.`
}
