import { BlockList, isIP } from 'node:net'
import { fail, type ProblemError } from '../../../shared/domain/problem'

/** Only this computer's own network card answers here; in a cloud that is who hands out its secrets. */
const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16)
linkLocal.addSubnet('fe80::', 10, 'ipv6')
linkLocal.addAddress('fd00:ec2::254', 'ipv6')

const bareOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

const isLoopback = (url: URL) => {
  const bare = bareOf(url)
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

function isLinkLocal(url: URL): boolean {
  const bare = bareOf(url)
  const family = isIP(bare)
  return family !== 0 && linkLocal.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

function isSafe(url: URL): boolean {
  const plain = url.protocol === 'http:' && isLoopback(url)
  return (plain || url.protocol === 'https:') && url.username + url.password === '' && !isLinkLocal(url)
}

/**
 * Where a file may be fetched from: over TLS from anywhere, or in the clear from this computer alone. Nothing else in an
 * address is believed, and no text of it is repeated.
 */
export function downloadAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && isSafe(url)) return url
  throw fail(
    'archive.address',
    'The service gave an address for the file that Leadline does not open: it is not a plain https address.'
  )
}

/** Object stores send on to another of their hosts; the same holds for where that is. */
export function nextAddress(from: URL, location: string | null): URL {
  const url = location !== null && URL.canParse(location, from.href) ? new URL(location, from) : null
  // Whoever answers on the network must not make this computer ask its own services.
  if (url && isSafe(url) && (isLoopback(from) || !isLoopback(url))) return url
  throw refused(
    `${from.host} sends on to an address that Leadline does not open: it is not a plain https address.`
  )
}

export const refused = (sentence: string): ProblemError => fail('network.redirect', sentence)
