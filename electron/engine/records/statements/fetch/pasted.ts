import { fail } from '#shared/domain/base/problem'
import { idsIn } from '#shared/domain/records/record-links'
import { archiveText } from '#shared/messages/archive'

/** More than are ever fetched at once, so that the answer can count those that were refused. */
const maxIdsRead = 100_000

export function pastedIds(text: string): readonly string[] {
  const { ids } = idsIn(text, maxIdsRead)
  if (ids.length === 0) {
    throw fail('statements.no-ids', archiveText.fetch.noId('3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23'))
  }
  return ids
}
