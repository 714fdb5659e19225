import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { fromSeed } from '@nats-io/nkeys'
import {
  AuthorizationError,
  jwtAuthenticator,
  nkeyAuthenticator,
  UserAuthenticationExpiredError,
  type NatsConnection
} from '@nats-io/transport-node'
import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { readPlainFile, readReason } from '../../base/files'
import { systemClock } from '../../base/clock'
import { checkServers, type FeedIdentity } from '../../connection'
import { LostRequests, ReconnectPace } from './lost-connection'
import { connectSafely } from './transport'
import { isOldServer } from './versions'

interface FeedServerOptions {
  /** nats://host:port or tls://host:port. */
  readonly servers: readonly string[]
  readonly identity: FeedIdentity
  /** Certificates of authorities in PEM; those of the system without it. */
  readonly authority?: string | undefined
  /** Shown in the server's list of connections. */
  readonly name: string
}

export interface FeedServer {
  readonly connection: NatsConnection
  /** How many are configured. */
  readonly servers: number
  /** About the server, or null. */
  readonly warning: string | null
}

/** For the first answer of a server: with several, one that is cut off is not waited for. */
const connectWithin = 5000
const maxAuthorityBytes = 1024 * 1024

export async function connectFeed(options: FeedServerOptions): Promise<FeedServer> {
  const { servers, identity, authority, name } = options
  const { isEncrypted, hosts } = checkServers(servers)
  const authentication = authenticationOf(identity)
  const pace = new ReconnectPace(systemClock, Math.random)
  try {
    const pool = servers.map((server) => server.replace(/^[a-z]+:\/\//, ''))
    const connection = await connectSafely({
      servers: pool,
      name,
      ...(isEncrypted && {
        tls: { ...(authority !== undefined && { ca: authority }), ...identifiedBy(hosts) }
      }),
      ...authentication,
      // Servers that another one names are not in the configuration.
      ignoreClusterUpdates: true,
      maxReconnectAttempts: -1,
      // A key that was refused may be let in again.
      ignoreAuthErrorAbort: true,
      timeout: connectWithin,
      reconnectDelayHandler: () => pace.next(),
      // A stack for each message that the stream keeps costs more than the message.
      noAsyncTraces: true,
      pingInterval: 5000,
      maxPingOut: 2
    })
    // The client forgets those that could not be reached at first.
    connection.setServers(pool)
    void watch(connection, pace)
    const version = connection.info?.version ?? ''
    const warning = isOldServer(version) ? feedText.oldServer(version) : null
    return { connection, servers: servers.length, warning }
  } catch (thrown) {
    if (isRefused(thrown)) throw fail('feed.refused', feedText.refused(servers.join(', ')), { cause: thrown })
    const detail = thrown instanceof Error ? thrown.message : String(thrown)
    throw fail('feed.connect', feedText.notConnected(servers.join(', '), detail), {
      retryable: true,
      cause: thrown
    })
  }
}

async function watch(connection: NatsConnection, pace: ReconnectPace): Promise<void> {
  const requests = new LostRequests(connection)
  pace.connected()
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') requests.disconnected()
    if (type !== 'reconnect') continue
    requests.connected()
    pace.connected()
  }
}

export async function readAuthority(file: string): Promise<string> {
  try {
    return (await readPlainFile(file, maxAuthorityBytes)).toString('utf8')
  } catch (thrown) {
    const reason = readReason(thrown)
    throw fail('feed.authority', feedText.noAuthority(file, reason), { cause: thrown })
  }
}

export const isRefused = (thrown: unknown) =>
  thrown instanceof AuthorizationError || thrown instanceof UserAuthenticationExpiredError

/** The client does not say to Node which server it connects to if that is an address without a name. */
const identifiedBy = (hosts: readonly string[]) => ({
  checkServerIdentity(_host: string, certificate: PeerCertificate): Error | undefined {
    const problems = hosts.map((host) => checkServerIdentity(host, certificate))
    return problems.includes(undefined) ? undefined : problems[0]
  }
})

function authenticationOf(identity: FeedIdentity) {
  if ('open' in identity) return {}
  const seed = Buffer.from(identity.nkeySeed.trim())
  let key
  try {
    key = fromSeed(seed).getPublicKey()
  } catch (cause) {
    throw fail('feed.key', feedText.notSeed, { cause })
  }
  // Answers go where no other user of the server may listen.
  const { jwt } = identity
  const authenticator = jwt === undefined ? nkeyAuthenticator(seed) : jwtAuthenticator(jwt, seed)
  return { authenticator, inboxPrefix: inboxOf(key) }
}

export const inboxOf = (publicKey: string): string => `_INBOX.${publicKey}`
