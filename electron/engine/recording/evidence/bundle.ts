import { createHash } from 'node:crypto'
import { evidenceText } from '#shared/messages/evidence'
import type { CollectedEvidence, EvidenceFile } from './collect'
import { evidenceFormat, formatManifest } from './manifest'
import { fingerprintOf, type Signer } from './signing-key'
import verifyScript from './verify.py?raw'

export const manifestName = 'manifest.json'
export const sumsName = 'SHA256SUMS'
export const signatureName = 'SHA256SUMS.sig'
export const publicKeyName = 'public-key.pem'
export const timestampName = 'timestamp.tsr'

interface BundleOptions {
  /** PNG of the panel. */
  readonly picture: Uint8Array | null
  /** Leadline with its version, and the system. */
  readonly by: string
  readonly on: string
  /** In milliseconds since the epoch. */
  readonly now: number
  readonly signer: Signer
  /** The reply of a time-stamping authority; null without one. */
  readonly stamp: (manifest: Buffer) => Promise<Uint8Array | null>
}

/** All files of a bundle. SHA256SUMS lists all but itself and its signature. */
export async function bundleEvidence(
  { facts, files }: CollectedEvidence,
  { picture, by, on, now, signer, stamp }: BundleOptions
): Promise<readonly EvidenceFile[]> {
  const content = picture ? [...files, { name: 'picture.png', content: picture }] : files
  const manifest = formatManifest({
    format: evidenceFormat,
    ...facts,
    written: { by, on, at: new Date(now).toISOString() },
    files: Object.fromEntries(content.map((file) => [file.name, sha256(file.content)]))
  })
  const reply = await stamp(manifest)
  const readme = evidenceText.readme({
    market: facts.market,
    time: facts.moment.time,
    fingerprint: fingerprintOf(signer.publicKey),
    hasPicture: picture !== null,
    hasTimestamp: reply !== null
  })
  const listed = [
    { name: 'README.txt', content: Buffer.from(readme) },
    { name: manifestName, content: manifest },
    ...content,
    ...(reply ? [{ name: timestampName, content: reply }] : []),
    { name: publicKeyName, content: Buffer.from(signer.publicKey) },
    { name: 'verify.py', content: Buffer.from(verifyScript) }
  ]
  const sums = Buffer.from(listed.map((file) => `${sha256(file.content)}  ${file.name}\n`).join(''))
  return [...listed, { name: sumsName, content: sums }, { name: signatureName, content: signer.sign(sums) }]
}

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')
