export type Proxy =
  | { readonly kind: 'direct' }
  | { readonly kind: 'http' | 'https'; readonly host: string; readonly port: number }
  | { readonly kind: 'socks5'; readonly host: string; readonly port: number }
  | { readonly kind: 'unknown'; readonly text: string }

const kinds: Record<string, 'http' | 'https' | 'socks5'> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
  // Plain SOCKS means version 4 or 5; nearly all servers support 5.
  SOCKS: 'socks5'
}
const ports = { http: 80, https: 443, socks5: 1080 }

/** Parses for example `PROXY a:3128; DIRECT`, in order. */
export function parseProxies(text: string): Proxy[] {
  const proxies = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseOne)
  return proxies.length === 0 ? [{ kind: 'direct' }] : proxies
}

function parseOne(part: string): Proxy {
  if (part.toUpperCase() === 'DIRECT') return { kind: 'direct' }
  const [, word, host, port] = /^(\w+)\s+(\[[^\]]+\]|[^\s:]+)(?::(\d{1,5}))?$/.exec(part) ?? []
  const kind = kinds[word?.toUpperCase() ?? '']
  if (!kind || !host) return { kind: 'unknown', text: part }
  return { kind, host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? ports[kind] : Number(port) }
}

/** The credentials from the environment for this proxy; those of a TLS proxy are not sent to one without. */
export function proxyAuthorization(
  proxy: { readonly kind: 'http' | 'https'; readonly host: string; readonly port: number },
  environment: Readonly<Record<string, string | undefined>>
): string | null {
  for (const url of named(environment)) {
    if (url.username === '') continue
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    if (url.hostname.replace(/^\[|\]$/g, '') !== proxy.host || port !== proxy.port) continue
    if (url.protocol === 'https:' && proxy.kind !== 'https') continue
    const pair = `${decoded(url.username)}:${decoded(url.password)}`
    return `Basic ${Buffer.from(pair).toString('base64')}`
  }
  return null
}

/** Must not be logged. */
export const proxyPasswords = (environment: Readonly<Record<string, string | undefined>>) =>
  named(environment).flatMap(({ password }) => (password === '' ? [] : [decoded(password)]))

const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']

const named = (environment: Readonly<Record<string, string | undefined>>): URL[] =>
  names.map((name) => parse(environment[name])).filter((url) => url !== null)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parse(text: string | undefined): URL | null {
  try {
    return text ? new URL(/^\w+:\/\//.test(text) ? text : `http://${text}`) : null
  } catch {
    return null
  }
}
