import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

export interface BusPorts {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Milliseconds per request. */
  readonly limit: number
}

export type BusReply =
  | { readonly said: string }
  | { readonly problem: 'missing' | 'late' | 'other'; readonly text: string }

/** Without a bus, libraries would start their own. */
export function hasBus(environment: BusPorts['environment']): boolean {
  if (environment['DBUS_SESSION_BUS_ADDRESS']) return true
  const runtime = environment['XDG_RUNTIME_DIR']
  return runtime !== undefined && existsSync(path.join(runtime, 'bus'))
}

/** One D-Bus request in a separate process, so that nothing blocks. */
export function askBus(
  { environment, limit }: BusPorts,
  destination: string,
  object: string,
  call: readonly string[]
): Promise<BusReply> {
  const args = [
    '--session',
    '--print-reply',
    `--reply-timeout=${limit}`,
    `--dest=${destination}`,
    object,
    ...call
  ]
  const options = {
    timeout: limit,
    killSignal: 'SIGKILL' as const,
    env: { ...environment, LC_ALL: 'C' }
  }
  return new Promise((resolve) => {
    execFile('dbus-send', args, options, (problem, output, errors) => {
      if (!problem) resolve({ said: output })
      else if (problem.code === 'ENOENT') resolve({ problem: 'missing', text: '' })
      else resolve({ problem: problem.killed ? 'late' : 'other', text: errors })
    })
  })
}
