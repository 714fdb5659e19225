import type { StatementsState, CopyState, Verification } from '#shared/contract/records/statements/index'
import type { NumberFormat } from '../../lib/format/number'
import { counted } from './words'

const unfit = { altered: 'altered', missing: 'missing', unreadable: 'unreadable' }
const states = ['altered', 'missing', 'unreadable'] as const

/** What the last verification found in the second copy; null where that is as it should be. */
export function copyText(
  verification: Verification | null,
  copy: StatementsState['copy'],
  format: NumberFormat
): string | null {
  const found = verification?.copy ?? null
  if (!found || found.folder !== copy?.folder) return null
  if (found.sentence !== null) return found.sentence
  const parts = states.flatMap((state) => {
    const count = found[state] ?? 0
    return count > 0 ? [`${counted(count, 'file was', 'files were', format)} ${unfit[state]}`] : []
  })
  const last = parts.pop()
  if (last === undefined) return null
  const named = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
  const mended = found.altered > 0 ? ' What was altered is kept beside it.' : ''
  const since = found.mended ? ` It was put right from the archive.${mended}` : ' It was not put right yet.'
  return `In the second copy ${named}.${since}`
}

export function behindText({ folder, behind, running }: CopyState, format: NumberFormat): string {
  const since = running ? ' and is being brought up to date.' : '.'
  return `The second copy in ${folder} is ${counted(behind, 'statement', 'statements', format)} behind${since}`
}

/** Folders of statements that the archive and its copy disagree about, as known from either look at them. */
export function disagreeingIn({ copy, verification }: StatementsState): readonly string[] {
  if (!copy) return []
  const kept = copy.disagreeing ?? []
  const found = verification?.copy?.folder === copy.folder ? (verification.copy.disagreeing ?? []) : []
  return kept.length > 0 ? kept : found
}

export const disagreeingText = (count: number, format: NumberFormat) =>
  `${counted(count, 'statement is', 'statements are', format)} not the same in the archive and in the second copy, ` +
  'though each is whole by its own record. Neither was changed. Say whose is right.'
