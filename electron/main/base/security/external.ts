import { fail } from '#shared/domain/base/problem'
import { linkText } from '#shared/messages/base'

/** Allowed hosts and path prefixes. */
const allowed: readonly { readonly host: string; readonly path: string }[] = [
  { host: 'www.electronjs.org', path: '/' },
  { host: 'www.chromium.org', path: '/' },
  { host: 'nodejs.org', path: '/' },
  { host: 'opensource.org', path: '/license' },
  // Required for its attribution.
  { host: 'www.tradingview.com', path: '/' }
]

/** Checked after parsing; throws if refused. */
export function checkExternal(address: string): string {
  if (!URL.canParse(address)) throw fail('external.malformed', linkText.notWeb)
  const url = new URL(address)
  if (url.protocol !== 'https:') throw fail('external.scheme', linkText.notSecure)
  const known =
    !url.username &&
    !url.password &&
    url.port === '' &&
    allowed.some((entry) => entry.host === url.hostname && url.pathname.startsWith(entry.path))
  if (!known) throw fail('external.unknown', linkText.unknownSite(url.hostname))
  return url.href
}
