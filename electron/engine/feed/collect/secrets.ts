import { stat } from 'node:fs/promises'
import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { readPlainFile, readReason } from '../../base/files'
import type { SecretSource } from './configuration'

const maxBytes = 64 * 1024
/** Rights of the group and of others. */
const others = 0o077

interface SecretPorts {
  /** Of systemd's credentials; undefined outside a unit that has some. */
  readonly credentials: string | undefined
  readonly keychain: (account: string) => Promise<string | null>
}

export async function readSecret(source: SecretSource, ports: SecretPorts): Promise<string> {
  const { secret } = feedText.collector
  if ('keychain' in source) {
    const value = await ports.keychain(source.keychain)
    if (!value) throw fail('feed.secret', secret.noKeychain(source.keychain))
    return value
  }
  if ('credential' in source) {
    if (ports.credentials === undefined) throw fail('feed.secret', secret.noCredentials(source.credential))
    // systemd restricts them itself.
    return readSecretFile(path.join(ports.credentials, source.credential))
  }
  const found = await stat(source.file).catch(() => null)
  if (found && process.platform !== 'win32' && (found.mode & others) !== 0)
    throw fail('feed.secret', secret.open(source.file))
  return readSecretFile(source.file)
}

async function readSecretFile(file: string): Promise<string> {
  const { secret } = feedText.collector
  let value: string
  try {
    value = (await readPlainFile(file, maxBytes)).toString('utf8').trim()
  } catch (thrown) {
    const reason = readReason(thrown)
    throw fail('feed.secret', secret.unreadable(file, reason))
  }
  if (value === '') throw fail('feed.secret', secret.empty(path.basename(file)))
  return value
}
