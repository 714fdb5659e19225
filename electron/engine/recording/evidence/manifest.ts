import * as v from 'valibot'
import { parseJson } from '#shared/wire/parse-json'

export const evidenceFormat = 'leadline-evidence-1'

const text = v.pipe(v.string(), v.maxLength(2000))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Since the epoch; a number would not be exact. */
const nanoseconds = v.pipe(v.string(), v.regex(/^-?\d{1,25}$/))
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

const evidenceMoments = ['newest', 'replay', 'alert'] as const

const facts = v.object({
  market: text,
  moment: v.object({
    /** The newest item of the market, the time of a replay, or that of an alert. */
    kind: v.picklist(evidenceMoments),
    time: text,
    time_ns: nanoseconds
  }),
  clocks: v.object({
    /** When the last line of frames.tsv arrived, by the clock of the computer that recorded. */
    last_received_ns: nanoseconds,
    /** The service's time in the last message of the market; null without one. */
    last_service_ns: v.nullable(nanoseconds),
    /** By how much the service's clock is estimated to be ahead; null if unknown. */
    service_ahead_ms: v.nullable(v.number())
  }),
  state: text,
  reason: v.nullable(text),
  book: v.object({
    /** Of the last item before keyframe.json. */
    keyframe: count,
    snapshot: v.nullable(count),
    waiting: count,
    until: count
  }),
  log: v.object({
    environment: text,
    service: text,
    segment: text,
    /** Of the gzip member of the log that has the last line. */
    member_sha256: v.nullable(sha256),
    first_seq: count,
    last_seq: count
  }),
  lines: count,
  /** Lines in which something that looks like a secret was replaced. */
  redacted: count
})
export type EvidenceFacts = v.InferOutput<typeof facts>

const manifest = v.object({
  format: v.literal(evidenceFormat),
  ...facts.entries,
  written: v.object({ by: text, on: text, at: text }),
  /** SHA-256 of each file that the time stamp covers. */
  files: v.record(text, sha256)
})
export type EvidenceManifest = v.InferOutput<typeof manifest>

export const formatManifest = (value: EvidenceManifest): Buffer =>
  Buffer.from(JSON.stringify(value, null, 2) + '\n')

/** Null if it is not one of ours. */
export function readManifest(content: Buffer): EvidenceManifest | null {
  try {
    const checked = v.safeParse(manifest, parseJson(content.toString('utf8'), { strict: true }))
    return checked.success ? checked.output : null
  } catch {
    return null
  }
}
