import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { fieldsOf, hasStrongKey, hasStrongSignature, mayIssue, mayServe } from './certificate'

export type ChainVerdict = 'trusted' | 'wrong-name' | 'wrong-date' | 'weak' | 'untrusted'

interface ChainQuestion {
  readonly hostname: string
  /** The server's certificate first. */
  readonly chain: readonly X509Certificate[]
  readonly authorities: readonly X509Certificate[]
  readonly now: Date
}

const maxLength = 8

/** Applies Chromium's rules to a chain with the given authorities. Node only verifies in its own handshake. */
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

/** Null if there is no path. */
function pathToAuthority(
  { chain: [own, ...shown], authorities }: ChainQuestion,
  accept: (candidate: X509Certificate) => boolean
): X509Certificate[] | null {
  const path = [own!]
  while (path.length <= maxLength) {
    const last = path.at(-1)!
    // A directly trusted certificate also ends the path.
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
  // The common name is not used.
  return certificate.checkHost(plain, { subject: 'never', partialWildcards: false }) !== undefined
}
