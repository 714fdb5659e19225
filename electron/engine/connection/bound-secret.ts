import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { ProfileDraft } from '#shared/contract/connection/connections'

/** Where a secret and its tokens may be sent. */
export type Endpoints = Pick<ProfileDraft, 'restBase' | 'tokenHost' | 'streamAddress' | 'clientId'>

const fields = ['tokenHost', 'restBase', 'streamAddress', 'clientId'] as const

export const sameEndpoints = (one: Endpoints, other: Endpoints) =>
  fields.every((field) => one[field] === other[field])

const entrySchema = v.object({ version: v.literal(1), endpoints: v.string(), secret: v.string() })

// A digest, because Windows limits credentials to 2,560 bytes.
const digest = (endpoints: Endpoints) =>
  createHash('sha256')
    .update(JSON.stringify(fields.map((field) => endpoints[field])))
    .digest('base64url')

/** Only usable with these endpoints. */
export const bindSecret = (secret: string, endpoints: Endpoints): string =>
  JSON.stringify({ version: 1, endpoints: digest(endpoints), secret })

/** Null if it was stored for other endpoints. */
export function secretFor(entry: string, endpoints: Endpoints): string | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), entrySchema), entry)
  return parsed.success && parsed.output.endpoints === digest(endpoints) ? parsed.output.secret : null
}
