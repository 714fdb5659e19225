import { createHash } from 'node:crypto'
import type { KeyPair } from '@nats-io/nkeys'

/** What a server lets a user do. */
export interface Permissions {
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

const unlimited = -1
const encoded = (content: string | Uint8Array) => Buffer.from(content).toString('base64url')

interface Claims {
  readonly subject: string
  readonly name: string
  /** Seconds since the epoch. */
  readonly issuedAt: number
  readonly expires?: number | undefined
  readonly nats: object
}

/** A JSON web token in the form that NATS servers verify. */
function signed(issuer: KeyPair, { subject, name, issuedAt, expires, nats }: Claims): string {
  const claims = {
    iat: issuedAt,
    iss: issuer.getPublicKey(),
    name,
    sub: subject,
    ...(expires !== undefined && { exp: expires }),
    nats: { version: 2, ...nats }
  }
  const jti = createHash('sha256').update(JSON.stringify(claims)).digest('base64url')
  const header = encoded(JSON.stringify({ typ: 'JWT', alg: 'ed25519-nkey' }))
  const body = `${header}.${encoded(JSON.stringify({ ...claims, jti }))}`
  return `${body}.${encoded(issuer.sign(Buffer.from(body)))}`
}

export const operatorToken = (operator: KeyPair, name: string, issuedAt: number): string =>
  signed(operator, { subject: operator.getPublicKey(), name, issuedAt, nats: { type: 'operator' } })

interface Account {
  readonly key: string
  readonly name: string
  readonly issuedAt: number
  /** Within the limits of the server; false for the account of the server itself. */
  readonly keepsMessages: boolean
  /** Public keys of users, and until when their tokens were issued that are no longer good; seconds since the epoch. */
  readonly revoked: Readonly<Record<string, number>>
}

export function accountToken(
  operator: KeyPair,
  { key, name, issuedAt, keepsMessages, revoked }: Account
): string {
  const kept = keepsMessages && {
    mem_storage: unlimited,
    disk_storage: unlimited,
    streams: unlimited,
    consumer: unlimited
  }
  const counts = { subs: unlimited, data: unlimited, payload: unlimited, conn: unlimited }
  return signed(operator, {
    subject: key,
    name,
    issuedAt,
    nats: {
      type: 'account',
      limits: { ...counts, imports: 0, exports: 0, leaf: 0, wildcards: true, ...kept },
      ...(Object.keys(revoked).length > 0 && { revocations: revoked })
    }
  })
}

interface User {
  readonly key: string
  readonly name: string
  readonly issuedAt: number
  readonly expires?: number | undefined
  readonly permissions: Permissions
}

export const userToken = (account: KeyPair, { key, name, issuedAt, expires, permissions }: User): string =>
  signed(account, {
    subject: key,
    name,
    issuedAt,
    expires,
    nats: {
      type: 'user',
      pub: { allow: permissions.publish },
      sub: { allow: permissions.subscribe },
      subs: unlimited,
      data: unlimited,
      payload: unlimited
    }
  })
