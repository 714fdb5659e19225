import type { Agent } from 'node:http'
import type { X509Certificate } from 'node:crypto'
import { session, type Certificate, type Session } from 'electron'
import type { Fetch } from '../../engine/tokens'
import { streamAgent } from './agent'
import { extraAuthorities, parseCertificates } from './authorities'
import { askOnce } from './manual'
import { verifyChain, type ChainVerdict } from './verify-chain'

export interface ServiceNetwork {
  /** Chromium's own network, with the system's proxy and trust; in memory, without cookies or cache. */
  readonly fetch: Fetch
  readonly streamAgent: (address: string) => Agent
  readonly session: Session
  /** When nothing is asked of Chromium any more: it does not bear to be ended in the middle of an answer. */
  readonly idle: () => Promise<unknown>
}

// Numbers of Chromium's list of network errors; -3 keeps the verdict that it has reached itself.
const answers: Record<ChainVerdict, number> = {
  trusted: 0,
  'wrong-name': -200,
  'wrong-date': -201,
  untrusted: -3
}
const keepVerdict = -3
const authorityInvalid = -202

export function setUpNetwork({ warn }: { readonly warn: (sentence: string) => void }): ServiceNetwork {
  const own = session.fromPartition('service', { cache: false })
  const once = askOnce(own)
  let found: readonly string[] | null = null
  // Read when first needed: a system bundle holds more than a hundred certificates.
  const authorities = () =>
    (found ??= extraAuthorities({ platform: process.platform, environment: process.env, warn }))
  let parsed: readonly X509Certificate[] | null = null
  const asked = new Set<Promise<string>>()
  const resolveProxy = (url: string) => {
    const answer = own.resolveProxy(url)
    asked.add(answer)
    const over = () => void asked.delete(answer)
    answer.then(over, over)
    return answer
  }

  own.setCertificateVerifyProc(({ hostname, certificate, errorCode }, answer) => {
    // Only an unknown authority can be made good by knowing more authorities; every other fault stands.
    if (errorCode !== authorityInvalid) return answer(keepVerdict)
    parsed ??= parseCertificates(authorities())
    answer(
      answers[verifyChain({ hostname, chain: chainOf(certificate), authorities: parsed, now: new Date() })]
    )
  })
  return {
    session: own,
    idle: () => Promise.allSettled(asked),
    // Its own type says that it wants Electron's request; a string and an init object are all that we give.
    fetch: (url, init) =>
      init.redirect === 'manual'
        ? once(url, init)
        : own.fetch(url, { ...init, credentials: 'omit', bypassCustomProtocolHandlers: true }),
    streamAgent: (address) =>
      streamAgent(address, {
        resolveProxy,
        authorities,
        environment: process.env
      })
  }
}

function chainOf(certificate: Certificate): X509Certificate[] {
  const texts: string[] = []
  let current: Certificate | undefined = certificate
  while (current && texts.length < 10 && !texts.includes(current.data)) {
    texts.push(current.data)
    current = current.issuerCert
  }
  return parseCertificates(texts)
}
