import type { DraftField, FeedAddress, Profile } from '#shared/contract/connection/connections'
import { fail, toProblem } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { connectionsText } from '#shared/messages/profiles'
import { isLoopback } from './addresses'
import type { Endpoints } from './bound-secret'
import type { Secrets } from './secrets'

/** How this computer proves who it is. */
export type FeedIdentity = { readonly nkeySeed: string; readonly jwt?: string } | { readonly open: true }

/** Everything needed to follow a desk feed. It contains the key and stays in main. */
export interface FeedAccess extends FeedAddress {
  readonly identity: FeedIdentity
}

const schemes = ['nats:', 'tls:']

/** Off this computer, a connection is encrypted or is not made. */
export function checkServers(servers: readonly string[]): {
  readonly isEncrypted: boolean
  readonly isLocal: boolean
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
  return {
    isEncrypted,
    isLocal: urls.every(({ hostname }) => isLoopback(hostname)),
    hosts: urls.map(({ hostname }) => hostname.replace(/^\[|\]$/g, ''))
  }
}

/** One error per field, for the form. */
export function feedMistakes({ servers, digest }: FeedAddress): Partial<Record<DraftField, string>> {
  const mistakes: Partial<Record<DraftField, string>> = {}
  try {
    checkServers(servers)
  } catch (thrown) {
    mistakes.servers = toProblem(thrown).sentence
  }
  if (!/^[0-9a-f]{12}$/.test(digest)) mistakes.digest = feedText.notDigest
  return mistakes
}

const noEndpoints: Endpoints = { restBase: '', tokenHost: '', streamAddress: '', clientId: '' }

/** Of an NKey seed, or of what a NATS credentials file contains. */
export function identityOf(secret: string): FeedIdentity {
  const jwt = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(secret)?.[0]
  const seed = /SU[A-Z2-7]{56}/.exec(secret)?.[0]
  if (seed === undefined) throw fail('feed.key', feedText.notSeed)
  return jwt === undefined ? { nkeySeed: seed } : { nkeySeed: seed, jwt }
}

/** @param typed a key that is not stored; the server never gets it, only proof of it, so it is not bound to addresses */
export async function feedAccessOf(
  { id, name, feed }: Pick<Profile, 'id' | 'name' | 'feed'>,
  secrets: Secrets,
  typed: string | null = null
): Promise<FeedAccess> {
  if (!feed) throw fail('connection.invalid', connectionsText.gone)
  // The file is editable, so it is validated like input.
  const mistake = Object.values(feedMistakes(feed))[0]
  if (mistake !== undefined) throw fail('connection.invalid', connectionsText.invalid(name, mistake))
  const secret = typed ?? (await secrets.read(id, noEndpoints))
  if (secret) return { ...feed, identity: identityOf(secret) }
  if (checkServers(feed.servers).isLocal) return { ...feed, identity: { open: true } }
  throw fail('connection.no-secret', feedText.noKey(name))
}
