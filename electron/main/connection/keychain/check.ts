import { keychainReport } from '#engine/connection/index'
import type { KeychainReport } from '#shared/contract/connection/connections'
import { keychainText } from '#shared/messages/profiles'
import { askBus, hasBus, type BusPorts, type BusReply } from '../../base/session-bus'

interface CheckPorts extends BusPorts {
  readonly platform: string
}

/** Checks the Secret Service over D-Bus, without a prompt. Other systems prompt themselves. */
export async function checkKeychain(ports: CheckPorts): Promise<KeychainReport> {
  if (ports.platform !== 'linux') return keychainReport('ready')
  if (!hasBus(ports.environment)) return keychainReport('absent')
  const alias = await ask(ports, '/org/freedesktop/secrets', [
    'org.freedesktop.Secret.Service.ReadAlias',
    'string:default'
  ])
  if (!('said' in alias)) return judgeProblem(alias)
  const collection = /object path "([^"]+)"/.exec(alias.said)?.[1] ?? '/'
  if (collection === '/') return keychainReport('absent', keychainText.noDefaultKeyring)
  const locked = await ask(ports, '/org/freedesktop/secrets/aliases/default', [
    'org.freedesktop.DBus.Properties.Get',
    'string:org.freedesktop.Secret.Collection',
    'string:Locked'
  ])
  if (!('said' in locked)) return judgeProblem(locked)
  return keychainReport(/boolean true/.test(locked.said) ? 'locked' : 'ready')
}

function judgeProblem(reply: Exclude<BusReply, { said: string }>): KeychainReport {
  // Without dbus-send only the time limit protects.
  if (reply.problem === 'missing') return keychainReport('ready')
  if (reply.problem === 'late' || /NoReply|Timeout|did not receive a reply/i.test(reply.text)) {
    return keychainReport('unanswering')
  }
  return keychainReport('absent')
}

const ask = (ports: CheckPorts, object: string, call: readonly string[]): Promise<BusReply> =>
  askBus(ports, 'org.freedesktop.secrets', object, call)
