import type { StatementRow } from '#shared/contract/records/statements/index'
import { idsIn } from '#shared/domain/records/record-links'
import { environmentName, profileEnding } from '../layout/names'
import type { Owner } from '../layout/layout'
import type { Index } from '../store/statement-index'

interface DamagedStatement {
  readonly id: string
  /** The name of the connection that fetched it. */
  readonly connection: string
  readonly isOf: (owner: Owner) => boolean
}

/** Statements that are damaged or missing. */
export function damagedOrMissing(
  rows: readonly StatementRow[],
  { gone, unread }: Pick<Index, 'gone' | 'unread'>
): readonly DamagedStatement[] {
  const damaged = rows
    .filter(({ state }) => state !== 'unaltered')
    .map(({ id, environment, profileId, profileName }) => ({
      id,
      connection: profileName,
      isOf: (owner: Owner) => owner.environment === environment && owner.profile.id === profileId
    }))
  return [...damaged, ...[...gone, ...unread].flatMap(byFolder)]
}

/** If a folder or its record is missing, only the folder's name identifies the statement. */
function byFolder(key: string): readonly DamagedStatement[] {
  const folders = key.split('/')
  const profile = folders[1] ?? ''
  const isOf = (owner: Owner) =>
    folders[0] === environmentName(owner.environment) && profile.endsWith(profileEnding(owner.profile.id))
  const connection = profile.replace(/ \([0-9a-f]{8}\)$/, '')
  return idsIn(folders.at(-1) ?? '').ids.map((id) => ({ id, connection, isOf }))
}
