import { constants } from 'node:fs'
import { chmod, lstat, mkdir, open, readdir, rm, rmdir, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { updatesText } from '#shared/messages/updates'

/** Installers and parts of them, as `InstallerFile` names them. Nothing else is deleted. */
const ownName = /^leadline-[0-9a-f]{16}(?:\.[a-z]{2,5})?(?:\.part)?$/

/** A link leads to files that are not Leadline's. */
export async function refuseLink(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null)
  if (found?.isSymbolicLink())
    throw fail('updates.link', updatesText.download.link(folder), { retryable: true })
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

/** Also deletes the folder, if nothing else is in it. */
export async function removeOwnFiles(folder: string, except: readonly string[] = []): Promise<void> {
  await refuseLink(folder)
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const file = path.join(folder, entry.name)
    const isExcepted = entry.isFile() && except.includes(file)
    if (!entry.isDirectory() && ownName.test(entry.name) && !isExcepted) await rm(file, { force: true })
  }
  await rmdir(folder).catch(() => {})
}

/** Opens a file itself, never what a link leads to. */
export async function openItself(file: string, flags: number): Promise<FileHandle> {
  const found = await lstat(file).catch(() => null)
  if (found && !found.isFile()) throw new Error('Not a file')
  // Windows has no such flag.
  return open(file, flags | (constants.O_NOFOLLOW ?? 0), 0o600)
}
