import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { fieldsOf, hasStrongKey, hasStrongSignature, mayIssue, mayServe } from './certificate'

export type ChainVerdict = 'trusted' | 'wrong-name' | 'wrong-date' | 'weak' | 'untrusted'

interface ChainQuestion {
  readonly hostname: string
  /** As the server showed it, its own certificate first. */
  readonly chain: readonly X509Certificate[]
  readonly authorities: readonly X509Certificate[]
  readonly now: Date
}

const maxLength = 8

/**
 * Chromium's rules for one chain, with no authorities but the given ones. Node could only judge in a handshake of its
 * own, which is not the connection that the request is sent over.
 */
export function verifyChain(question: ChainQuestion): ChainVerdict {
  const { hostname, chain, now } = question
  const [own] = chain
  try {
    if (!own || !isServer(own)) return 'untrusted'
    const isCurrentOne = (certificate: X509Certificate) => isCurrent(certificate, now)
    const path = pathToAuthority(question, isCurrentOne) ?? pathToAuthority(question, () => true)
    if (!path) return 'untrusted'
    if (!path.every(hasStrongKey) || !path.slice(0, -1).every(isSignedStrongly)) return 'weak'
    if (!path.every(isCurrentOne)) return 'wrong-date'
    return isFor(own, hostname) ? 'trusted' : 'wrong-name'
  } catch {
    return 'untrusted'
  }
}

/** From the server's certificate up to one of the authorities, or null. */
function pathToAuthority(
  { chain: [own, ...shown], authorities }: ChainQuestion,
  accept: (candidate: X509Certificate) => boolean
): X509Certificate[] | null {
  const path = [own!]
  while (path.length <= maxLength) {
    const last = path.at(-1)!
    // A certificate that is itself named as trusted ends the path, too.
    if (authorities.some((authority) => authority.fingerprint256 === last.fingerprint256)) return path
    const signs = (candidate: X509Certificate) =>
      accept(candidate) && isSignedBy(last, candidate) && isIssuer(candidate, path.length - 1)
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
function isIssuer(certificate: X509Certificate, below: number): boolean {
  const fields = fieldsOf(certificate)
  return fields !== null && mayIssue(fields, below)
}

function isServer(certificate: X509Certificate): boolean {
  const fields = fieldsOf(certificate)
  return fields !== null && mayServe(fields)
}

export function isSignedStrongly(certificate: X509Certificate): boolean {
  const fields = fieldsOf(certificate)
  return fields !== null && hasStrongSignature(fields)
}

const isCurrent = (certificate: X509Certificate, now: Date) =>
  Date.parse(certificate.validFrom) <= now.getTime() && now.getTime() <= Date.parse(certificate.validTo)

function isFor(certificate: X509Certificate, hostname: string): boolean {
  const plain = hostname.replace(/^\[|\]$/g, '')
  if (isIP(plain)) return certificate.checkIP(plain) !== undefined
  // Only names that are stated as such: the common name has not counted for years.
  return certificate.checkHost(plain, { subject: 'never', partialWildcards: false }) !== undefined
}
