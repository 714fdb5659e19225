import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startText } from '#shared/messages/app-process'

/** The data folder, and a message if it is not the requested one. */
interface UserData {
  readonly folder: string
  readonly notice: string | null
}

/** Tests the folder by writing to it, because permissions, disks and mounts cannot be checked otherwise. */
export function chooseUserData(wanted: string, temporary = tmpdir()): UserData {
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 })
    // Fails for another user's folder; writing is tested below.
    attempt(() => chmodSync(wanted, 0o700))
    const probe = path.join(wanted, `.probe-${randomUUID()}`)
    // Never overwrites an existing file or link.
    writeFileSync(probe, '', { flag: 'wx', mode: 0o600 })
    rmSync(probe)
    return { folder: wanted, notice: null }
  } catch (problem) {
    const reason = problem instanceof Error && 'code' in problem ? String(problem.code) : String(problem)
    return {
      folder: mkdtempSync(path.join(temporary, 'leadline-')),
      notice: startText.dataFolderNotWritable(wanted, reason)
    }
  }
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // Some file systems have no modes.
  }
}
