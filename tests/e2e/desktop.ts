import { execFile } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What shows notifications in the tests' desktop, asked and told by its own program. */
export const notices = {
  putAway: () => run('dunstctl', ['close-all']),
  /** How many are seen now. */
  shown: () => count('displayed'),
  /** How many there ever were. */
  ever: async () => (await count('displayed')) + (await count('waiting')) + (await count('history')),
  /** The newest. */
  click: () => run('dunstctl', ['action', '0'])
}

async function count(which: 'displayed' | 'waiting' | 'history'): Promise<number> {
  return Number((await run('dunstctl', ['count', which])).stdout.trim())
}

/** A desktop with a tray, as far as the bus can tell: where programs are then found. */
export async function withTray(folder: string): Promise<string> {
  const program = path.join(folder, 'dbus-send')
  await writeFile(program, '#!/bin/sh\necho "   variant       boolean true"\n')
  await chmod(program, 0o755)
  return `${folder}:${process.env['PATH']}`
}
