import { fail } from '#shared/domain/base/problem'
import { linkText } from '#shared/messages/base'

/** Where a link of ours may lead, and the path that it must begin with. */
const allowed: readonly { readonly host: string; readonly path: string }[] = [
  { host: 'www.electronjs.org', path: '/' },
  { host: 'www.chromium.org', path: '/' },
  { host: 'nodejs.org', path: '/' },
  { host: 'opensource.org', path: '/license' },
  // Its attribution asks for a link.
  { host: 'www.tradingview.com', path: '/' }
]

/** The address as it will be opened, or a refusal. Compared after parsing, so that no spelling slips by. */
export function checkExternal(address: string): string {
  if (!URL.canParse(address)) throw fail('external.malformed', linkText.notWeb)
  const url = new URL(address)
  if (url.protocol !== 'https:') throw fail('external.scheme', linkText.notSecure)
  const known =
    !url.username &&
    !url.password &&
    url.port === '' &&
    allowed.some((place) => place.host === url.hostname && url.pathname.startsWith(place.path))
  if (!known) throw fail('external.unknown', linkText.unknownSite(url.hostname))
  return url.href
}
