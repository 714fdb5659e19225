import path from 'node:path'
import { Archive, realDisk, type ArchivePorts, type Source } from '#engine/records/statements/index'
import type { Owner } from '#engine/records/statements/layout/layout'
import type { Scope } from '#engine/records/statements/reading/view'
import type { Statement } from '#shared/wire/statement-decoder'
import { totalsOf, type StatementTotals } from '#shared/domain/records/statements/totals'
import { goodFetch, owner, quickClock, statementOf } from './support'

type Read = (id: string) => Statement | Promise<Statement>

export const sourceOf = (read: Read = (id) => statementOf({ id }), of: Owner = owner): Source => ({
  owner: of,
  rest: { statements: { read: async (id) => read(id) } }
})

export const totalsIn = ({ view }: Archive, scope: Scope): StatementTotals =>
  totalsOf(view.rows(scope), view.gone(scope))

let instances = 0

/** Opens the archive of a folder with its settings, as the only instance. */
export function closedArchive(folder: string, more: Partial<ArchivePorts> = {}): Promise<Archive> {
  instances += 1
  return Archive.open({
    file: path.join(folder, 'archive.json'),
    usualRoot: path.join(folder, 'statements'),
    disk: realDisk,
    clock: quickClock,
    random: Math.random,
    fetch: goodFetch,
    lock: { id: `instance-${instances}`, host: 'here', pid: instances, alive: () => false },
    source: () => sourceOf(),
    changed: () => {},
    warn: () => {},
    ...more
  })
}

export async function openArchive(folder: string, more: Partial<ArchivePorts> = {}): Promise<Archive> {
  const archive = await closedArchive(folder, more)
  await archive.start()
  return archive
}

/** Archives those statements, and keeps a copy of them in another folder. */
export async function openCopied(folder: string, ids: readonly string[]): Promise<Archive> {
  const archive = await openArchive(folder)
  archive.fetch(ids.join())
  await archive.fetched()
  await archive.locations.chooseCopy(path.join(folder, 'copy'))
  await archive.locations.syncCopy()
  return archive
}
