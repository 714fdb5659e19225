import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { fromSeed } from '@nats-io/nkeys'
import { connect, credsAuthenticator, nkeyAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { diskReason, NotPlainFile, readPlainFile } from '../../base/files'
import { isOldServer } from './versions'

/** How this computer proves who it is. */
export type FeedIdentity =
  | { readonly nkeySeed: string }
  | { readonly credentials: string }
  | { readonly open: true }

interface FeedServerOptions {
  /** nats://host:port or tls://host:port. */
  readonly servers: readonly string[]
  readonly identity: FeedIdentity
  /** Certificates of authorities in PEM; those of the system without it. */
  readonly caFile?: string | undefined
  /** Shown in the server's list of connections. */
  readonly name: string
}

export interface FeedServer {
  readonly connection: NatsConnection
  /** About the server, or null. */
  readonly warning: string | null
}

const schemes = ['nats:', 'tls:']
const reconnectWait = 500
const maxAuthorityBytes = 1024 * 1024

/** Off this computer, a connection is encrypted or is not made. */
export function checkServers(servers: readonly string[]): {
  readonly isEncrypted: boolean
  readonly hosts: readonly string[]
} {
  const urls = servers.map((server) => {
    const url = URL.canParse(server) ? new URL(server) : null
    if (!url || !schemes.includes(url.protocol) || url.hostname === '')
      throw fail('feed.server', feedText.notServer(server))
    if (url.username || url.password) throw fail('feed.server', feedText.secretInServer(url.host))
    return url
  })
  if (urls.length === 0) throw fail('feed.server', feedText.noServer)
  const plain = urls.find((url) => url.protocol !== 'tls:' && !isLoopback(url.hostname))
  if (plain) throw fail('feed.plain', feedText.notEncrypted(plain.host))
  const isEncrypted = urls.some((url) => url.protocol === 'tls:')
  const mixed = urls.some((url) => url.protocol !== 'tls:')
  if (isEncrypted && mixed) throw fail('feed.server', feedText.mixedServers)
  return { isEncrypted, hosts: urls.map(({ hostname }) => hostname.replace(/^\[|\]$/g, '')) }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

export async function connectFeed(options: FeedServerOptions): Promise<FeedServer> {
  const { servers, identity, caFile, name } = options
  const { isEncrypted, hosts } = checkServers(servers)
  const ca = caFile === undefined ? undefined : await readAuthority(caFile)
  try {
    const connection = await connect({
      servers: servers.map((server) => server.replace(/^[a-z]+:\/\//, '')),
      name,
      ...(isEncrypted && { tls: { ...(ca !== undefined && { ca }), ...identifiedBy(hosts) } }),
      ...authenticationOf(identity),
      // Servers that another one names are not in the configuration.
      ignoreClusterUpdates: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectWait,
      pingInterval: 5000,
      maxPingOut: 2
    })
    const version = connection.info?.version ?? ''
    return { connection, warning: isOldServer(version) ? feedText.oldServer(version) : null }
  } catch (thrown) {
    const detail = thrown instanceof Error ? thrown.message : String(thrown)
    throw fail('feed.connect', feedText.notConnected(servers.join(', '), detail), {
      retryable: true,
      cause: thrown
    })
  }
}

async function readAuthority(file: string): Promise<string> {
  try {
    return (await readPlainFile(file, maxAuthorityBytes)).toString('utf8')
  } catch (thrown) {
    const reason = thrown instanceof NotPlainFile ? thrown.words : diskReason(thrown)
    throw fail('feed.authority', feedText.noAuthority(file, reason), { cause: thrown })
  }
}

/** The client does not say to Node which server it connects to if that is an address without a name. */
const identifiedBy = (hosts: readonly string[]) => ({
  checkServerIdentity(_host: string, certificate: PeerCertificate): Error | undefined {
    const problems = hosts.map((host) => checkServerIdentity(host, certificate))
    return problems.includes(undefined) ? undefined : problems[0]
  }
})

function authenticationOf(identity: FeedIdentity) {
  if ('open' in identity) return {}
  if ('credentials' in identity)
    return { authenticator: credsAuthenticator(Buffer.from(identity.credentials)) }
  const seed = Buffer.from(identity.nkeySeed.trim())
  let key
  try {
    key = fromSeed(seed).getPublicKey()
  } catch (cause) {
    throw fail('feed.key', feedText.notSeed, { cause })
  }
  // Answers go where no other user of the server may listen.
  return { authenticator: nkeyAuthenticator(seed), inboxPrefix: inboxOf(key) }
}

export const inboxOf = (publicKey: string): string => `_INBOX.${publicKey}`
