import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Statement } from '#shared/wire/statement-decoder'
import { withoutAddresses } from './hiding'
import { isFileName } from './names'
import type { Owner } from './layout'

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const text = v.pipe(v.string(), v.maxLength(4000))

const fileSchema = v.object({
  name: v.pipe(v.string(), v.check(isFileName)),
  format: text,
  bytes: count,
  sha256,
  generated_at: v.nullable(text),
  etag: v.nullable(text),
  /** Absent where the ETag says nothing of the bytes. */
  etag_is_md5: v.optional(v.boolean()),
  fetched_at: text
})
export type SidecarFile = v.InferOutput<typeof fileSchema>

const contentSchema = v.object({
  kind: v.literal('leadline-statement'),
  version: v.literal(1),
  environment: text,
  profile: v.object({ id: text, name: text }),
  record: v.record(v.string(), v.unknown()),
  files: v.pipe(
    v.array(fileSchema),
    v.minLength(1),
    v.maxLength(100),
    v.check((files) => new Set(files.map(({ name }) => name.toLowerCase())).size === files.length)
  ),
  /** Files that the service names and that could not be fetched, with the reason. */
  lacking: v.optional(v.pipe(v.array(v.object({ format: text, reason: text })), v.maxLength(100))),
  /** Files of the same statement that came with other bytes before. */
  replaced: v.optional(v.array(fileSchema)),
  /** The SHA-256 of the records that this one took the place of, the newest last. */
  follows: v.optional(v.pipe(v.array(sha256), v.maxLength(100))),
  completed_at: text
})
/** The contents of `statement.json`. */
export type Sidecar = v.InferOutput<typeof contentSchema>

export const maxSidecarBytes = 8_000_000

const sealOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('hex')

/** With a digest of itself, so that a changed figure shows as surely as a changed file. */
export function sidecarText(content: Sidecar): string {
  // Normalized as JSON writes it, before the digest is computed.
  const plain: unknown = JSON.parse(JSON.stringify(content))
  return `${JSON.stringify({ ...(plain as object), seal: sealOf(plain) }, null, 2)}\n`
}

type SidecarReading =
  | { readonly state: 'read'; readonly sidecar: Sidecar }
  /** It can be read, and is not what Leadline wrote. */
  | { readonly state: 'altered'; readonly sidecar: Sidecar }
  | { readonly state: 'unreadable' }

export function readSidecar(bytes: Uint8Array): SidecarReading {
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return { state: 'unreadable' }
  }
  const checked = v.safeParse(contentSchema, parsed)
  if (!checked.success) return { state: 'unreadable' }
  const { seal, ...content } = parsed as Record<string, unknown>
  return { state: seal === sealOf(content) ? 'read' : 'altered', sidecar: checked.output }
}

/** The record in the service's own words, fields that Leadline does not know included. */
export function recordOf(statement: Statement): Record<string, unknown> {
  const known = {
    id: statement.id,
    asset_type: statement.assetType,
    period_start: statement.periodStart?.text ?? null,
    period_end: statement.periodEnd?.text ?? null,
    status: statement.status,
    type: statement.type,
    total_accrued: statement.totalAccrued,
    avg_daily_balance: statement.averageDailyBalance,
    created_at: statement.createdAt?.text ?? null
  }
  const files = statement.files.map(({ format, generatedAt, more }) => ({
    ...more,
    format,
    ...(generatedAt && { generated_at: generatedAt.text })
  }))
  const present = Object.entries(known).filter(([, value]) => value !== null)
  return withoutAddresses({ ...statement.more, ...Object.fromEntries(present), files }) as Record<
    string,
    unknown
  >
}

/** The fetched and the missing parts of a statement. */
export interface Fetched {
  readonly files: readonly SidecarFile[]
  readonly lacking: readonly { readonly format: string; readonly reason: string }[]
}

export function sidecarFor(
  { environment, profile }: Owner,
  statement: Statement,
  { files, lacking }: Fetched,
  completedAt: string
): Sidecar {
  const content = {
    kind: 'leadline-statement',
    version: 1,
    environment,
    profile: { id: profile.id, name: profile.name.slice(0, 200) },
    record: recordOf(statement),
    files,
    ...(lacking.length > 0 && { lacking }),
    completed_at: completedAt
  }
  return withoutAddresses(content) as Sidecar
}
