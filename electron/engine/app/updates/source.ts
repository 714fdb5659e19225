import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import * as v from 'valibot'
import { reachOfHost } from '../../base/http/index'

/** Where updates are announced, and the keys that sign them. The build sets it; no setting or variable changes it. */
export interface UpdateSource {
  readonly url: string
  /** By their ID. */
  readonly keys: ReadonlyMap<string, KeyObject>
}

const maxKeys = 2

/** Https, or http on this computer; without a name and password. */
export function isAllowedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && reachOfHost(hostname) === 'loopback')
}

/** The first 16 digits of the SHA-256 of the public key as DER. */
const keyId = (der: Buffer) => createHash('sha256').update(der).digest('hex').slice(0, 16)

const keySchema = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): [string, KeyObject] => {
    try {
      const der = Buffer.from(dataset.value, 'base64')
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
      if (key.asymmetricKeyType === 'ed25519') return [keyId(der), key]
    } catch {
      // Reported below.
    }
    addIssue({ message: 'key' })
    return NEVER
  })
)

const sourceSchema = v.object({
  url: v.pipe(v.string(), v.check(isAllowedUrl)),
  keys: v.pipe(v.array(keySchema), v.minLength(1), v.maxLength(maxKeys))
})

/** Null if the build has none, or a malformed one. */
export function parseSource(value: unknown): UpdateSource | null {
  const parsed = v.safeParse(sourceSchema, value)
  return parsed.success ? { url: parsed.output.url, keys: new Map(parsed.output.keys) } : null
}
