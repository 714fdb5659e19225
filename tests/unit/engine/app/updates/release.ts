import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { parseSource, type UpdateSource } from '#engine/app/updates/index'

export interface ReleaseKey {
  readonly id: string
  readonly publicText: string
  readonly privateKey: KeyObject
}

export function newKey(): ReleaseKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const der = publicKey.export({ format: 'der', type: 'spki' })
  const id = createHash('sha256').update(der).digest('hex').slice(0, 16)
  return { id, publicText: der.toString('base64'), privateKey }
}

export const sourceOf = (url: string, ...keys: readonly ReleaseKey[]): UpdateSource =>
  parseSource({ url, keys: keys.map(({ publicText }) => publicText) })!

export const day = 86_400_000

export const release = (more: object = {}, now = Date.now()) => ({
  format: 1,
  product: 'leadline',
  version: '0.2.0',
  released: new Date(now - day).toISOString(),
  expires: new Date(now + 30 * day).toISOString(),
  sequence: 7,
  page: 'https://downloads.test/leadline',
  notes: '### Added\n\n- A thing.',
  files: {},
  ...more
})

export const envelope = (payload: Uint8Array, ...keys: readonly ReleaseKey[]) => ({
  payload: Buffer.from(payload).toString('base64'),
  signatures: keys.map(({ id, privateKey }) => ({
    key: id,
    signature: sign(null, payload, privateKey).toString('base64')
  }))
})

export const signed = (content: unknown, ...keys: readonly ReleaseKey[]) =>
  JSON.stringify(envelope(Buffer.from(JSON.stringify(content)), ...keys))
