import type {
  ArchiveState,
  Progress,
  StatementRow,
  Verification
} from '../../../electron/shared/contract/archive'
import { formatBytes, formatCount, type NumberFormat } from '../../lib/format/number'
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
  const count = (state: 'altered' | 'missing') =>
    files.filter((file) => file.state === state).length ||
    rows.filter((row) => row.state === state && row.files.every((file) => file.state === 'unaltered')).length
  const parts = (['altered', 'missing'] as const).flatMap((state) => {
    const found = count(state)
    return found > 0 ? [`${counted(found, 'file is', 'files are', format)} ${state}`] : []
  })
  const unknown = verification?.unknown ?? 0
  if (unknown > 0)
    parts.push(
      `${counted(unknown, 'file that Leadline did not put there is', 'files that Leadline did not put there are', format)} in the archive`
    )
  return parts.length > 0 ? `${parts.join(', ')}.` : null
}

/** What was asked for and is not complete; null where everything is. */
export function unfinishedText({ wanted, wantedCount }: ArchiveState, format: NumberFormat): string | null {
  const [first] = wanted
  if (!first) return null
  const isSame = wanted.every(({ sentence }) => sentence === first.sentence)
  const why = isSame ? first.sentence : 'Each of them has its own reason.'
  return `${counted(wantedCount, 'statement is', 'statements are', format)} not complete. ${why}`
}
