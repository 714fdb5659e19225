import { rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { screenshotText } from '#shared/messages/app-process'

/** Why it is not writable, or null. Tested by writing. */
export function whyUnwritable(file: string): string | null {
  const probe = path.join(path.dirname(file), `.leadline-${process.pid}`)
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) return screenshotText.isFolder(file)
    writeFileSync(probe, '')
    rmSync(probe)
    return null
  } catch (problem) {
    const reason = problem instanceof Error && 'code' in problem ? String(problem.code) : String(problem)
    return screenshotText.notWritable(file, reason)
  }
}
