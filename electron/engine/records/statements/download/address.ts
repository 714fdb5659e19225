import { fail, type ProblemError } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import { mayLead, reachOfHost } from '#engine/base/http/index'

function isSafe(url: URL): boolean {
  const reach = reachOfHost(url.hostname)
  const plain = url.protocol === 'http:' && reach === 'loopback'
  return (plain || url.protocol === 'https:') && url.username + url.password === '' && reach !== 'none'
}

/**
 * Where a file may be fetched from: over TLS from anywhere, or in the clear from this computer alone. Nothing else in an
 * address is believed, and no text of it is repeated.
 */
export function downloadAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && isSafe(url)) return url
  throw fail('statements.address', archiveText.download.notHttps)
}

/** Object stores send on to another of their hosts; the same holds for where that is. */
export function nextAddress(from: URL, location: string | null): URL {
  const url = location !== null && URL.canParse(location, from.href) ? new URL(location, from) : null
  // A redirect must not reach services inside the network of this computer.
  if (url && isSafe(url) && mayLead(reachOfHost(from.hostname), reachOfHost(url.hostname))) return url
  throw refused(archiveText.download.redirectNotHttps(from.host))
}

export const refused = (sentence: string): ProblemError => fail('network.redirect', sentence)
