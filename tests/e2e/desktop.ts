import { execFile } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The tests' notification daemon. */
export const notices = {
  dismiss: () => run('dunstctl', ['close-all']),
  shown: () => count('displayed'),
  ever: async () => (await count('displayed')) + (await count('waiting')) + (await count('history')),
  /** The newest. */
  click: () => run('dunstctl', ['action', '0'])
}

async function count(which: 'displayed' | 'waiting' | 'history'): Promise<number> {
  return Number((await run('dunstctl', ['count', which])).stdout.trim())
}

/** Simulates a tray on the bus; returns the PATH. */
export async function withTray(folder: string): Promise<string> {
  const program = path.join(folder, 'dbus-send')
  await writeFile(program, '#!/bin/sh\necho "   variant       boolean true"\n')
  await chmod(program, 0o755)
  return `${folder}:${process.env['PATH']}`
}
