import { isIP } from 'node:net'
import { fail } from '../../../shared/domain/problem'

const loopback = (host: string) => {
  const bare = host.replace(/^\[|\]$/g, '')
  return host === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

/**
 * Where a file may be fetched from: over TLS from anywhere, or in the clear from this computer alone. Nothing else in an
 * address is believed, and no text of it is repeated.
 */
export function downloadAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback(url.hostname))
  if (!url || !safe || url.username !== '' || url.password !== '') {
    throw fail(
      'archive.address',
      'The service gave an address for the file that Leadline does not open: it is not a plain https address.'
    )
  }
  return url
}
