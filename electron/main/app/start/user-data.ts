import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startText } from '#shared/messages/app-process'

/** Where everything of ours lies, and a sentence if it is not where it was asked for. */
interface UserData {
  readonly folder: string
  readonly notice: string | null
}

/** Tests the folder by writing to it, because permissions, disks and mounts cannot be checked otherwise. */
export function chooseUserData(wanted: string, temporary = tmpdir()): UserData {
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 })
    // A folder of someone else keeps its mode; whether it can be written is found out below.
    attempt(() => chmodSync(wanted, 0o700))
    const probe = path.join(wanted, `.probe-${randomUUID()}`)
    // A name that is taken, by a link for example, is not written to.
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
