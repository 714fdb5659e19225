import * as v from 'valibot'
import { environments, type ProfileDraft } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { parseJson } from '#shared/wire/parse-json'
import { readPlainFile, readReason } from '../base/files'

const maxBytes = 256 * 1024

const text = v.pipe(v.string(), v.maxLength(20_000))

/** The file that an administrator hands over for one seat. It contains the seat's key. */
const seatFileSchema = v.object({
  format: v.literal('leadline-seat'),
  version: v.literal(1),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
  environment: v.picklist(environments),
  /** Identifies the platform's service, as in the folders of recordings. */
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/)),
  servers: v.pipe(v.array(v.pipe(v.string(), v.maxLength(300))), v.minLength(1), v.maxLength(10)),
  /** Certificates in PEM. */
  authority: v.optional(text),
  /** An NKey; none on a server of the same computer that needs none. */
  seed: v.optional(v.pipe(v.string(), v.regex(/^SU[A-Z2-7]{56}$/))),
  /** It may send the feed: for a connection to the platform that shares its data. */
  shares: v.optional(v.boolean(), false),
  /** That the operator of a server signed. */
  jwt: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,10000}$/)))
})
type SeatFile = v.InferOutput<typeof seatFileSchema>

export interface Seat {
  readonly draft: ProfileDraft
  readonly secret: string | null
  readonly shares: boolean
}

export async function readSeatFile(file: string): Promise<Seat> {
  let bytes
  try {
    bytes = await readPlainFile(file, maxBytes)
  } catch (thrown) {
    const reason = readReason(thrown)
    throw fail('feed.seat-file', feedText.seatFile.unreadable(file, reason), { cause: thrown })
  }
  const parsed = v.safeParse(seatFileSchema, jsonOf(bytes.toString('utf8')))
  if (!parsed.success) throw fail('feed.seat-file', feedText.seatFile.wrong(file))
  return seatOf(parsed.output)
}

function jsonOf(written: string): unknown {
  try {
    return parseJson(written)
  } catch {
    return null
  }
}

const seatOf = ({ name, environment, digest, servers, authority, seed, jwt, shares }: SeatFile): Seat => ({
  shares,
  draft: {
    name,
    environment,
    restBase: '',
    tokenHost: '',
    streamAddress: '',
    clientId: '',
    features: { markets: true, addresses: false, conversions: false, statements: false },
    feed: { servers, digest, ...(authority !== undefined && { authority }) }
  },
  secret: seed === undefined ? null : jwt === undefined ? seed : `${jwt} ${seed}`
})
