import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { keychainReport, noDefaultKeyring } from '../../engine/connections'
import type { KeychainReport } from '../../shared/contract/connections'

export interface CheckPorts {
  readonly platform: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Milliseconds for each question. */
  readonly limit: number
}

type Reply =
  { readonly said: string } | { readonly problem: 'missing' | 'late' | 'other'; readonly text: string }

/** The state of the Secret Service, asked over D-Bus so that no prompt comes up. Elsewhere the system prompts itself. */
export async function checkKeychain(ports: CheckPorts): Promise<KeychainReport> {
  if (ports.platform !== 'linux') return keychainReport('ready')
  // Without a bus the libraries would start one of their own, which no keychain can be on.
  if (!hasBus(ports.environment)) return keychainReport('absent')
  const alias = await ask(ports, '/org/freedesktop/secrets', [
    'org.freedesktop.Secret.Service.ReadAlias',
    'string:default'
  ])
  if (!('said' in alias)) return judgeProblem(alias)
  const collection = /object path "([^"]+)"/.exec(alias.said)?.[1] ?? '/'
  if (collection === '/') return keychainReport('absent', noDefaultKeyring)
  const locked = await ask(ports, '/org/freedesktop/secrets/aliases/default', [
    'org.freedesktop.DBus.Properties.Get',
    'string:org.freedesktop.Secret.Collection',
    'string:Locked'
  ])
  if (!('said' in locked)) return judgeProblem(locked)
  return keychainReport(/boolean true/.test(locked.said) ? 'locked' : 'ready')
}

function judgeProblem(reply: { problem: 'missing' | 'late' | 'other'; text: string }): KeychainReport {
  // Without dbus-send nothing can be asked first: the time limit of each request has to do.
  if (reply.problem === 'missing') return keychainReport('ready')
  if (reply.problem === 'late' || /NoReply|Timeout|did not receive a reply/i.test(reply.text)) {
    return keychainReport('unanswering')
  }
  return keychainReport('absent')
}

function hasBus(environment: CheckPorts['environment']): boolean {
  if (environment['DBUS_SESSION_BUS_ADDRESS']) return true
  const runtime = environment['XDG_RUNTIME_DIR']
  return runtime !== undefined && existsSync(path.join(runtime, 'bus'))
}

function ask(ports: CheckPorts, object: string, call: readonly string[]): Promise<Reply> {
  const words = [
    '--session',
    '--print-reply',
    `--reply-timeout=${ports.limit}`,
    '--dest=org.freedesktop.secrets',
    object,
    ...call
  ]
  const options = {
    timeout: ports.limit,
    killSignal: 'SIGKILL' as const,
    env: { ...ports.environment, LC_ALL: 'C' }
  }
  return new Promise((resolve) => {
    execFile('dbus-send', words, options, (problem, output, errors) => {
      if (!problem) resolve({ said: output })
      else if (problem.code === 'ENOENT') resolve({ problem: 'missing', text: '' })
      else resolve({ problem: problem.killed ? 'late' : 'other', text: errors })
    })
  })
}
