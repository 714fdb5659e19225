import path from 'node:path'
import { formatTime } from '#shared/domain/base/time'
import type { Statement } from '#shared/wire/statement-decoder'
import type { Disk } from '../disk/disk'
import { assetName, environmentName, profileEnding, profileName, statementName } from './names'

/** How many folders deep a statement lies: ENVIRONMENT/PROFILE/ASSET/YYYY-MM/STATEMENT_ID. */
export const statementLevel = 5
export const sidecarName = 'statement.json'
export const readmeName = 'README.txt'
export const markName = 'leadline-archive.json'
export const lockName = 'leadline-archive.lock'
export const ledgerName = 'SHA256SUMS'
export const removalsName = 'leadline-removed.txt'

/** The owner of the statements. */
export interface Owner {
  readonly environment: string
  readonly profile: { readonly id: string; readonly name: string }
}

/** As the folder of a period is called. */
export function monthOf(periodStart: Statement['periodStart']): string {
  const at = periodStart?.at ?? null
  return at === null ? 'undated' : formatTime(at, 0).slice(0, 7)
}

export async function statementSegments(
  disk: Disk,
  root: string,
  { environment, profile }: Owner,
  statement: Pick<Statement, 'id' | 'assetType' | 'periodStart'>
): Promise<readonly string[]> {
  const home = environmentName(environment)
  return [
    home,
    (await knownFolder(disk, path.join(root, home), profileEnding(profile.id))) ?? profileName(profile),
    assetName(statement.assetType),
    monthOf(statement.periodStart),
    statementName(statement.id)
  ]
}

/** A renamed connection keeps its folder. */
async function knownFolder(disk: Disk, home: string, ending: string): Promise<string | null> {
  if ((await disk.kind(home)) !== 'folder') return null
  const entries = await disk.list(home)
  return entries.find(({ name, kind }) => kind === 'folder' && name.endsWith(ending))?.name ?? null
}
