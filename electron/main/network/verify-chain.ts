import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { basicConstraints, hasNameConstraints } from './extensions'

export type ChainVerdict = 'trusted' | 'wrong-name' | 'wrong-date' | 'untrusted'

export interface ChainQuestion {
  readonly hostname: string
  /** As the server showed it, its own certificate first. */
  readonly chain: readonly X509Certificate[]
  readonly authorities: readonly X509Certificate[]
  readonly now: Date
}

const forServers = '1.3.6.1.5.5.7.3.1'
const forAnything = '2.5.29.37.0'
const longestChain = 8

/** The strict rules of TLS for one chain, with no authorities but the given ones. */
export function verifyChain({ hostname, chain, authorities, now }: ChainQuestion): ChainVerdict {
  const own = chain[0]
  if (!own || !servesTls(own)) return 'untrusted'
  const path = pathToAuthority(own, chain.slice(1), authorities)
  if (!path) return 'untrusted'
  if (!path.every((certificate) => isCurrent(certificate, now))) return 'wrong-date'
  return isFor(own, hostname) ? 'trusted' : 'wrong-name'
}

/** From the server's certificate up to one of the authorities, or null. */
function pathToAuthority(
  own: X509Certificate,
  shown: readonly X509Certificate[],
  authorities: readonly X509Certificate[]
): X509Certificate[] | null {
  const path = [own]
  while (path.length <= longestChain) {
    const last = path.at(-1)!
    // A certificate that is itself named as trusted ends the path, too.
    if (authorities.some((authority) => authority.fingerprint256 === last.fingerprint256)) return path
    const signs = (candidate: X509Certificate) =>
      mayIssue(candidate, path.length - 1) && isSignedBy(last, candidate)
    const authority = authorities.find(signs)
    if (authority) return [...path, authority]
    const next = shown.find((candidate) => !path.includes(candidate) && signs(candidate))
    if (!next) return null
    path.push(next)
  }
  return null
}

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    return false
  }
}

/** `below` counts the authorities between this one and the server. */
function mayIssue(certificate: X509Certificate, below: number): boolean {
  if (!certificate.ca) return false
  // Rules about names cannot be judged here: what they might forbid is not accepted.
  if (hasNameConstraints(certificate)) return false
  const { longestPath } = basicConstraints(certificate)
  return longestPath === null || below <= longestPath
}

// Typed as a plain list, the extended key usage is undefined where the certificate has none.
const usagesOf = (certificate: X509Certificate): readonly string[] | undefined => certificate.keyUsage

const servesTls = (certificate: X509Certificate) => {
  const usages = usagesOf(certificate)
  return !usages || usages.includes(forServers) || usages.includes(forAnything)
}

const isCurrent = (certificate: X509Certificate, now: Date) =>
  Date.parse(certificate.validFrom) <= now.getTime() && now.getTime() <= Date.parse(certificate.validTo)

function isFor(certificate: X509Certificate, hostname: string): boolean {
  const plain = hostname.replace(/^\[|\]$/g, '')
  if (isIP(plain)) return certificate.checkIP(plain) !== undefined
  // Only names that are stated as such: the common name has not counted for years.
  return certificate.checkHost(plain, { subject: 'never', partialWildcards: false }) !== undefined
}
