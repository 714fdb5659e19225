import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { ProfileDraft } from '#shared/contract/connection/connections'

/** Where a secret and the tokens made with it may go. */
export type Endpoints = Pick<ProfileDraft, 'restBase' | 'tokenHost' | 'streamAddress' | 'clientId'>

const fields = ['tokenHost', 'restBase', 'streamAddress', 'clientId'] as const

export const sameEndpoints = (one: Endpoints, other: Endpoints) =>
  fields.every((field) => one[field] === other[field])

const entrySchema = v.object({ version: v.literal(1), endpoints: v.string(), secret: v.string() })

// A digest, because a Windows credential holds 2,560 bytes at most: less than a secret and three long addresses.
const digest = (endpoints: Endpoints) =>
  createHash('sha256')
    .update(JSON.stringify(fields.map((field) => endpoints[field])))
    .digest('base64url')

/** A secret as it is stored: usable with these endpoints and no others. */
export const bindSecret = (secret: string, endpoints: Endpoints): string =>
  JSON.stringify({ version: 1, endpoints: digest(endpoints), secret })

/** The secret of a stored entry, or null where it was not stored for these endpoints. */
export function secretFor(entry: string, endpoints: Endpoints): string | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), entrySchema), entry)
  return parsed.success && parsed.output.endpoints === digest(endpoints) ? parsed.output.secret : null
}
