import type { KeyPair } from '@nats-io/nkeys'
import { accountToken, operatorToken } from './jwt'

interface ServerFile {
  readonly host: string
  readonly port: number
  readonly isEncrypted: boolean
}

export const serverFile = ({ host, port, isEncrypted }: ServerFile): string =>
  [
    `listen: "${host}:${port}"`,
    'max_payload: 9MB',
    // The feed's own stream has 256 MB in memory; recordings may be shared on disk, up to what is free.
    'jetstream { store_dir: "jetstream", max_mem: 1GB }',
    ...(isEncrypted ? ['tls { cert_file: "server.pem", key_file: "server.key" }'] : []),
    'pid_file: "nats.pid"',
    'include "accounts.conf"',
    ''
  ].join('\n')

interface AccountsFile {
  readonly operator: KeyPair
  readonly account: KeyPair
  readonly name: string
  /** The public key of the account that the server itself uses. */
  readonly system: string
  /** The server accepts no other operator until it is restarted. */
  readonly made: number
  readonly changed: number
  readonly revoked: Readonly<Record<string, number>>
}

/** Who may connect; written again when a seat is removed. */
export function accountsFile({
  operator,
  account,
  name,
  system,
  made,
  changed,
  revoked
}: AccountsFile): string {
  const key = account.getPublicKey()
  const desk = accountToken(operator, { key, name, issuedAt: changed, keepsMessages: true, revoked })
  const own = accountToken(operator, {
    key: system,
    name: 'SYS',
    issuedAt: made,
    keepsMessages: false,
    revoked: {}
  })
  return [
    `operator: ${operatorToken(operator, name, made)}`,
    `system_account: ${system}`,
    'resolver=MEMORY',
    'resolver_preload: {',
    `  ${key}: ${desk}`,
    `  ${system}: ${own}`,
    '}',
    ''
  ].join('\n')
}
