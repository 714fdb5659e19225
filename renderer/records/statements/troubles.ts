import type {
  CompareSummary,
  FetchAnswer,
  Progress,
  Verification
} from '#shared/contract/records/statements/index'
import { formatBytes, formatCount, type NumberFormat } from '../../lib/format/number'
import { visible } from '../../lib/format/visible'

export const progressText = ({ files, ofFiles, bytes, ofBytes }: Progress, format: NumberFormat) =>
  `${formatCount(files, format)} of ${formatCount(ofFiles, format)} files, ` +
  `${formatBytes(bytes, format)} of ${formatBytes(ofBytes, format)}`

/** Whether a verification found anything that a person should look at. */
export const isAmiss = ({ altered, missing, unknown, unreadable = 0, copy }: Verification): boolean =>
  altered + missing + unknown + unreadable > 0 ||
  (copy !== null &&
    (copy.sentence !== null ||
      copy.altered + copy.missing + (copy.unreadable ?? 0) + (copy.disagreeing?.length ?? 0) > 0))

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
