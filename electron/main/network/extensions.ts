import type { X509Certificate } from 'node:crypto'

const nameConstraints = Buffer.from('0603551d1e', 'hex')
const basic = /0603551d13(?:0101ff)?04..30(..)(?:0101ff)?(?:0201(..))?/

/** Two extensions that Node does not read, found by their identifiers in the DER of the certificate. */
export const hasNameConstraints = (certificate: X509Certificate) => certificate.raw.includes(nameConstraints)

export function basicConstraints(certificate: X509Certificate): { readonly longestPath: number | null } {
  const hex = certificate.raw.toString('hex')
  const [, , longest] = basic.exec(hex) ?? []
  return { longestPath: longest === undefined ? null : Number.parseInt(longest, 16) }
}
