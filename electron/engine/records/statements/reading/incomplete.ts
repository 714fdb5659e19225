import type { StatementRow } from '#shared/contract/records/statements/index'
import { archiveText } from '#shared/messages/archive'
import type { GoneStatement } from '#shared/domain/records/statements/list'

/** Why an export of these is incomplete; null where it is complete. */
export function incompleteSentence(
  rows: readonly StatementRow[],
  gone: readonly GoneStatement[]
): string | null {
  const text = archiveText.export
  const unfinished = rows.filter((row) => row.unfinished).length
  const lacking = rows.flatMap((row) => row.lacking ?? []).length
  const parts = [
    ...(gone.length > 0 ? [text.missing(gone.length)] : []),
    ...(unfinished > 0 ? [text.unfinished(unfinished)] : []),
    ...(lacking > 0 ? [text.lacking(lacking)] : [])
  ]
  return parts.length === 0 ? null : parts.join(' ')
}
