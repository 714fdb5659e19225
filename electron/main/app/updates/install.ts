import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { App } from 'electron'
import type { InstallWay } from '#shared/contract/app/updates'

/** Present if the .deb is installed, and this app is the installed one. */
const debian = { folder: '/usr/lib/leadline', record: '/var/lib/dpkg/info/leadline.list' }

export function installWay({ isPackaged }: Pick<App, 'isPackaged'>): InstallWay {
  if (process.platform !== 'linux') return isPackaged ? 'installer' : 'page'
  const isOurs = path.dirname(process.execPath) === debian.folder
  return isOurs && existsSync(debian.record) ? 'apt' : 'page'
}

/** The NSIS installer runs silently; a disk image is opened for the user. */
export function installCommand(
  platform: NodeJS.Platform,
  file: string
): readonly [string, ...string[]] | null {
  if (platform === 'win32') return [file, '/S']
  return platform === 'darwin' ? ['/usr/bin/open', file] : null
}

/** Only for a file that was verified just now. */
export function runInstaller(file: string): void {
  const command = installCommand(process.platform, file)
  if (!command) return
  const [program, ...args] = command
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  // Nothing is left to do: the next start offers the update again.
  child.on('error', () => undefined)
  child.unref()
}
