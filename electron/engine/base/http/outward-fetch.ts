import { fail } from '#shared/domain/base/problem'
import { networkText } from '#shared/messages/base'
import { innermost, mayLead, reachOfHost, reachOfIp, type Reach } from './reach'
import type { Fetch } from './types'

interface OutwardPorts {
  readonly fetch: Fetch
  /** Empty if a proxy resolves the name. */
  readonly resolve: (url: URL) => Promise<readonly string[]>
  /** Null while there is no connection. */
  readonly service: () => string | null
}

/** A fetch that refuses hosts further inward than the service itself. */
export const outwardFetch =
  ({ fetch, resolve, service }: OutwardPorts): Fetch =>
  async (address, init) => {
    const reachOf = async (url: URL): Promise<Reach> => {
      const named = reachOfHost(url.hostname)
      return named === 'public' ? innermost((await resolve(url)).map(reachOfIp)) : named
    }
    const own = service()
    const url = new URL(address)
    const from = own === null ? 'public' : await reachOf(new URL(own))
    const to = await reachOf(url)
    if (mayLead(from === 'none' ? 'private' : from, to)) return fetch(address, init)
    throw fail('network.inward', networkText.privateFile(url.host))
  }
