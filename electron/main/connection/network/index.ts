import type { Agent } from 'node:http'
import type { X509Certificate } from 'node:crypto'
import { app, session, type Certificate, type Session } from 'electron'
import type { Fetch } from '#engine/connection/tokens/index'
import { streamAgent } from './agent'
import { extraAuthorities, parseCertificates } from './authorities'
import { askOnce } from './manual'
import { proxyPasswords } from './proxies'
import { Renewable } from './renewable'
import { verifyChain, type ChainVerdict } from './verify-chain'

interface ServiceNetwork {
  /** Chromium's network with the system's proxy and trust; in memory, without cookies and cache. */
  readonly fetch: Fetch
  /** The same network with a session of its own, which no service shares. */
  readonly fetchUpdates: Fetch
  readonly streamAgent: (address: string) => Agent
  /** Empty if a proxy resolves the name. */
  readonly resolve: (url: URL) => Promise<readonly string[]>
  readonly session: () => Session
  /** Called when Chromium's network process was replaced. */
  readonly onRenew: Renewable<unknown>['onRenew']
  /** Resolves when no request is pending: Chromium crashes if it ends during a response. */
  readonly idle: () => Promise<unknown>
}

// Chromium's network error codes; -3 keeps its own result.
const answers: Record<ChainVerdict, number> = {
  trusted: 0,
  'wrong-name': -200,
  'wrong-date': -201,
  weak: -208,
  untrusted: -3
}
const keepVerdict = -3
const authorityInvalid = -202

interface NetworkPorts {
  readonly warn: (sentence: string) => void
  readonly keepOutOfLogs: (secret: string) => void
}

export function setUpNetwork({ warn, keepOutOfLogs }: NetworkPorts): ServiceNetwork {
  for (const password of proxyPasswords(process.env)) keepOutOfLogs(password)
  let found: readonly string[] | null = null
  // Lazy: a system bundle has over a hundred certificates.
  const authorities = () =>
    (found ??= extraAuthorities({ platform: process.platform, environment: process.env, warn }))
  let parsed: readonly X509Certificate[] | null = null
  const verify: Parameters<Session['setCertificateVerifyProc']>[0] = (
    { hostname, certificate, errorCode },
    answer
  ) => {
    // Additional authorities only help if the authority is unknown.
    if (errorCode !== authorityInvalid) return answer(keepVerdict)
    parsed ??= parseCertificates(authorities())
    answer(
      answers[verifyChain({ hostname, chain: chainOf(certificate), authorities: parsed, now: new Date() })]
    )
  }
  const sessionsOf = (name: string) =>
    new Renewable((count) => {
      const made = session.fromPartition(`${name}-${count}`, { cache: false })
      made.setCertificateVerifyProc(verify)
      return made
    })
  const own = sessionsOf('service')
  let updates: Renewable<Session> | null = null
  // A session whose network process died fails every request.
  app.on('child-process-gone', (_event, { type, serviceName }) => {
    if (type !== 'Utility' || serviceName !== 'network.mojom.NetworkService') return
    warn('Chromium’s network process has ended. Requests go through a new one.')
    own.renew()
    updates?.renew()
  })
  const asked = new Set<Promise<unknown>>()
  const counted = <T>(answer: Promise<T>): Promise<T> => {
    asked.add(answer)
    const over = () => void asked.delete(answer)
    answer.then(over, over)
    return answer
  }
  const resolveProxy = (url: string) => counted(own.use((current) => current.resolveProxy(url)))
  return {
    session: () => own.current,
    onRenew: own.onRenew,
    idle: () => Promise.allSettled(asked),
    fetch: (url, init) => own.use((current) => ask(current, url, init)),
    fetchUpdates: (url, init) =>
      (updates ??= sessionsOf('updates')).use((current) => ask(current, url, init)),
    async resolve({ href, hostname }) {
      if (!/\bDIRECT\b/.test(await resolveProxy(href))) return []
      const found = await counted(own.use((current) => current.resolveHost(hostname))).catch(() => null)
      return found?.endpoints.map(({ address }) => address) ?? []
    },
    streamAgent: (address) => streamAgent(address, { resolveProxy, authorities, environment: process.env })
  }
}

// Its type requires Electron's request; a string and an init object suffice.
const ask = (current: Session, url: string, init: RequestInit): Promise<Response> =>
  init.redirect === 'manual'
    ? askOnce(current)(url, init)
    : current.fetch(url, { ...init, credentials: 'omit', bypassCustomProtocolHandlers: true })

function chainOf(certificate: Certificate): X509Certificate[] {
  const texts: string[] = []
  let current: Certificate | undefined = certificate
  while (current && texts.length < 10 && !texts.includes(current.data)) {
    texts.push(current.data)
    current = current.issuerCert
  }
  return parseCertificates(texts)
}
