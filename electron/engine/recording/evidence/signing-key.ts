import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject
} from 'node:crypto'
import type { SecretStore } from '../../connection/secret-store'

/** In the keychain, beside the secrets of connections. */
const account = 'evidence-signing-key'

export interface Signer {
  /** As PEM. */
  readonly publicKey: string
  /** Null for a key of this session. */
  readonly isKept: boolean
  readonly sign: (content: Uint8Array) => Buffer
}

/** The key that signs evidence: made on first use, and kept in the keychain, or for this session without one. */
export class SigningKey {
  #key: { readonly key: KeyObject; readonly isKept: boolean } | null = null

  constructor(private readonly store: Pick<SecretStore, 'get' | 'set'>) {}

  async signer(): Promise<Signer> {
    this.#key ??= await this.#load(true)
    const { key, isKept } = this.#key!
    return { publicKey: publicPem(key), isKept, sign: (content) => sign(null, content, key) }
  }

  /** As PEM; null before the first use. */
  async publicKey(): Promise<string | null> {
    this.#key ??= await this.#load(false)
    return this.#key && publicPem(this.#key.key)
  }

  async #load(isNeeded: boolean): Promise<{ key: KeyObject; isKept: boolean } | null> {
    try {
      const stored = await this.store.get(account)
      if (stored !== null) return { key: createPrivateKey(stored), isKept: true }
    } catch {
      return isNeeded ? { key: newKey(), isKept: false } : null
    }
    if (!isNeeded) return null
    const key = newKey()
    const isKept = await this.store.set(account, privatePem(key)).then(
      () => true,
      () => false
    )
    return { key, isKept }
  }
}

const newKey = () => generateKeyPairSync('ed25519').privateKey
const privatePem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const publicPem = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()

/** SHA-256 of the key as DER, which `openssl pkey -pubin -outform DER | sha256sum` prints. */
export const fingerprintOf = (publicKey: string | Buffer): string =>
  createHash('sha256')
    .update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }))
    .digest('hex')
