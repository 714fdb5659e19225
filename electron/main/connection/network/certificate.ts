import type { X509Certificate } from 'node:crypto'
import { elementsOf } from '#engine/base/der'

interface Extension {
  readonly critical: boolean
  readonly value: Buffer
}

/** Fields that Node does not parse, from the DER. */
interface CertificateFields {
  /** The signature algorithm, and its hash if separate. */
  readonly signature: readonly string[]
  readonly extensions: ReadonlyMap<string, Extension>
}

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  oid: 0x06,
  sequence: 0x30,
  tagged0: 0xa0,
  tagged3: 0xa3
}
/** In hexadecimal DER. */
const extension = {
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  extendedKeyUsage: '551d25',
  alternativeNames: '551d11',
  nameConstraints: '551d1e',
  policies: '551d20'
} as const
const understood: ReadonlySet<string> = new Set([
  extension.basicConstraints,
  extension.keyUsage,
  extension.extendedKeyUsage,
  extension.alternativeNames,
  extension.policies
])
const rsaPss = '2a864886f70d01010a'
/** SHA-256, SHA-384 or SHA-512, with RSA or ECDSA. */
const strongSignatures: ReadonlySet<string> = new Set([
  '2a864886f70d01010b',
  '2a864886f70d01010c',
  '2a864886f70d01010d',
  '2a8648ce3d040302',
  '2a8648ce3d040303',
  '2a8648ce3d040304'
])
const strongHashes: ReadonlySet<string> = new Set([
  '608648016503040201',
  '608648016503040202',
  '608648016503040203'
])
const strongCurves: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1'])
const forServers = '2b06010505070301'
const forAnything = '551d2500'
const signsCertificates = 5
/** Digital signature, key encipherment, key agreement. */
const servesKeys = [0, 2, 4]

/** Null if it is not version 3 or malformed. */
export function fieldsOf(certificate: X509Certificate): CertificateFields | null {
  try {
    return read(certificate.raw)
  } catch {
    return null
  }
}

function read(raw: Buffer): CertificateFields | null {
  const [whole] = elementsOf(raw)
  const [signed, algorithm] = elementsOf(whole!.content)
  const parts = elementsOf(signed!.content)
  const version = parts[0]?.tag === tags.tagged0 ? elementsOf(parts[0].content)[0]?.content[0] : 0
  // The algorithm is given twice, and only one is signed.
  if (version !== 2 || !parts[2]?.content.equals(algorithm!.content)) return null
  const extensions = new Map<string, Extension>()
  const list = parts.find(({ tag }) => tag === tags.tagged3)
  for (const { content } of list ? elementsOf(elementsOf(list.content)[0]!.content) : []) {
    const [id, ...rest] = elementsOf(content)
    const name = id!.content.toString('hex')
    if (extensions.has(name)) return null
    const critical = rest.length === 2 && rest[0]!.tag === tags.boolean && rest[0]!.content[0] !== 0
    extensions.set(name, { critical, value: rest.at(-1)!.content })
  }
  return { signature: signatureOf(algorithm!.content), extensions }
}

function signatureOf(algorithm: Buffer): string[] {
  const [id, parameters] = elementsOf(algorithm)
  const name = id!.content.toString('hex')
  if (name !== rsaPss) return [name]
  const hash = parameters && elementsOf(parameters.content).find(({ tag }) => tag === tags.tagged0)
  const [hashId] = hash ? elementsOf(elementsOf(hash.content)[0]!.content) : []
  return [name, hashId?.content.toString('hex') ?? '']
}

export const hasStrongSignature = ({ signature: [name = '', hash = ''] }: CertificateFields) =>
  name === rsaPss ? strongHashes.has(hash) : strongSignatures.has(name)

export function hasStrongKey(certificate: X509Certificate): boolean {
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType === 'ec') return strongCurves.has(asymmetricKeyDetails?.namedCurve ?? '')
  return asymmetricKeyType?.startsWith('rsa') === true && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
}

/** An unknown critical extension invalidates the certificate. */
const isUnderstood = ({ extensions }: CertificateFields) =>
  [...extensions].every(([name, { critical }]) => !critical || understood.has(name))

function isForServers({ extensions }: CertificateFields): boolean {
  const usages = extensions.get(extension.extendedKeyUsage)
  if (!usages) return true
  const names = elementsOf(elementsOf(usages.value)[0]!.content).map(({ content }) => content.toString('hex'))
  return names.includes(forServers) || names.includes(forAnything)
}

function keyUsageAllows({ extensions }: CertificateFields, anyOf: readonly number[]): boolean {
  const usage = extensions.get(extension.keyUsage)
  if (!usage) return true
  const [, first = 0] = elementsOf(usage.value)[0]!.content
  return anyOf.some((bit) => (first & (0x80 >> bit)) !== 0)
}

export const mayServe = (fields: CertificateFields) =>
  isUnderstood(fields) && isForServers(fields) && keyUsageAllows(fields, servesKeys)

/** Whether it may sign a certificate with `below` authorities beneath it. */
export function mayIssue(fields: CertificateFields, below: number): boolean {
  const basic = fields.extensions.get(extension.basicConstraints)
  if (!basic || !isUnderstood(fields) || !isForServers(fields)) return false
  // Name constraints are not evaluated, so they are refused.
  if (fields.extensions.has(extension.nameConstraints)) return false
  const parts = elementsOf(elementsOf(basic.value)[0]!.content)
  const isAuthority = parts[0]?.tag === tags.boolean && parts[0].content[0] !== 0
  const path = parts.find(({ tag }) => tag === tags.integer)?.content
  const maxBelow = path ? Number.parseInt(path.toString('hex'), 16) : Number.POSITIVE_INFINITY
  return isAuthority && below <= maxBelow && keyUsageAllows(fields, [signsCertificates])
}
