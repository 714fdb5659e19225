import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { executable, writeAppFolder } from '../../scripts/package/app-folder.mjs'
import { program, runtime } from './app'

interface InstalledApp {
  readonly executable: string
  readonly remove: () => Promise<void>
}

/** The app as it is installed, but open to inspection. */
export async function installApp(): Promise<InstalledApp> {
  if (program() !== runtime()) return { executable: program(), remove: () => Promise.resolve() }
  const work = await mkdtemp(path.join(tmpdir(), 'leadline-installed-'))
  const folder = path.join(work, 'app')
  await writeAppFolder({ runtime: path.dirname(runtime()), folder, work, inspectable: true })
  return {
    executable: path.join(folder, executable),
    remove: () => rm(work, { recursive: true, force: true })
  }
}
