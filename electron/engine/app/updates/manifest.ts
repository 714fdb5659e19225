import { verify } from 'node:crypto'
import * as v from 'valibot'
import { fail, type ProblemError } from '#shared/domain/base/problem'
import { updatesText } from '#shared/messages/updates'
import { parseJson } from '#shared/wire/parse-json'
import { isAllowedUrl, type UpdateSource } from './source'
import { compareVersions, isVersion } from './version'

/** A manifest dated further ahead of the clock than this is refused. */
const maxAhead = 86_400_000
export const maxManifestBytes = 256 * 1024
const maxNotes = 64 * 1024
const maxFileBytes = 1024 ** 3

const url = v.pipe(v.string(), v.maxLength(2000), v.check(isAllowedUrl))
const time = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.maxLength(40),
  v.check((text) => Number.isFinite(Date.parse(text)))
)

const fileSchema = v.object({
  url,
  size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxFileBytes)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
})
/** The installer of one system. */
export type ReleaseFile = v.InferOutput<typeof fileSchema>

const manifestSchema = v.object({
  format: v.literal(1),
  product: v.literal('leadline'),
  version: v.pipe(v.string(), v.check(isVersion)),
  released: time,
  expires: time,
  /** Grows with each manifest, so that an old one is recognized: seconds since 1970. */
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** Where people download it. */
  page: url,
  notes: v.pipe(v.string(), v.maxLength(maxNotes)),
  /** By system and architecture, as Node names them: `win32-x64`. */
  files: v.record(v.pipe(v.string(), v.regex(/^[a-z0-9]+-[a-z0-9]+$/)), fileSchema)
})
export type Manifest = v.InferOutput<typeof manifestSchema>

const canonicalBase64 = v.pipe(
  v.string(),
  v.check((text) => Buffer.from(text, 'base64').toString('base64') === text)
)
const envelopeSchema = v.object({
  payload: canonicalBase64,
  signatures: v.pipe(
    v.array(v.object({ key: v.pipe(v.string(), v.maxLength(64)), signature: canonicalBase64 })),
    v.minLength(1),
    v.maxLength(8)
  )
})
type Envelope = v.InferOutput<typeof envelopeSchema>

interface Judging {
  readonly source: UpdateSource
  /** The newest one so far. */
  readonly seen: Manifest | null
  readonly now: number
}

export function readManifest(text: string, { source, seen, now }: Judging): Manifest {
  const { host } = new URL(source.url)
  const manifest = verifiedManifest(text, source)
  if (Date.parse(manifest.released) > now + maxAhead || manifest.sequence * 1000 > now + maxAhead)
    throw refused('updates.clock', updatesText.clock(host))
  if (Date.parse(manifest.expires) <= now) throw refused('updates.expired', updatesText.expired(host))
  if (seen && isOlder(manifest, seen)) throw refused('updates.older', updatesText.older(host))
  return manifest
}

const bounds = { depth: 8, values: 500, strict: true }
/** Of any age. Nothing in the payload is read before its signature is verified. */
export function verifiedManifest(text: string, source: UpdateSource): Manifest {
  const { host } = new URL(source.url)
  const bytes = Buffer.byteLength(text)
  if (bytes > maxManifestBytes)
    throw refused('updates.too-long', updatesText.tooLong(host), `bytes: ${bytes} > ${maxManifestBytes}`)
  const envelope = envelopeOf(text, host)
  const payload = Buffer.from(envelope.payload, 'base64')
  if (!isSigned(payload, envelope, source)) throw refused('updates.signature', updatesText.signature(host))
  const parsed = v.safeParse(manifestSchema, attempt(payload.toString('utf8')))
  if (!parsed.success) throw refused('updates.shape', updatesText.shape(host), detailOf(parsed.issues[0]))
  return parsed.output
}

function envelopeOf(text: string, host: string): Envelope {
  const value = attempt(text)
  if (value === undefined && isCut(text)) throw refused('updates.truncated', updatesText.truncated(host))
  const parsed = v.safeParse(envelopeSchema, value)
  if (parsed.success) return parsed.output
  throw refused('updates.shape', updatesText.shape(host))
}

/** It begins like an envelope and does not end like one. */
const isCut = (text: string) => text === '' || (/^\s*\{/.test(text) && !/\}\s*$/.test(text))

function attempt(text: string): unknown {
  try {
    return parseJson(text, bounds)
  } catch {
    return undefined
  }
}

const isSigned = (payload: Buffer, { signatures }: Envelope, { keys }: UpdateSource) =>
  signatures.some(({ key, signature }) => {
    const known = keys.get(key)
    return known !== undefined && verify(null, payload, known, Buffer.from(signature, 'base64'))
  })

const isOlder = ({ sequence, version }: Manifest, seen: Manifest) =>
  sequence < seen.sequence || compareVersions(version, seen.version) < 0

const maxDetail = 200
const detailOf = (issue: v.BaseIssue<unknown>) =>
  `${v.getDotPath(issue) ?? 'payload'}: ${issue.message}`.slice(0, maxDetail)

const refused = (code: string, sentence: string, detail?: string): ProblemError =>
  fail(code, sentence, { retryable: true, ...(detail !== undefined && { detail }) })
