import { addressText } from '#shared/messages/addresses'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, createBase58check } from '@scure/base'
import { attempt, fault, type AddressForm } from './form'

const base58check = createBase58check(sha256)

/** Version byte, 20-byte hash, four bytes of double SHA-256. */
export const base58checkForm = (name: string, version: number): AddressForm => ({
  name,
  bytes: 20,
  write: (payload) => base58check.encode(Uint8Array.from([version, ...payload])),
  read(text) {
    const raw = attempt(() => base58.decode(text))
    if (!raw) return fault('form')
    if (raw.length !== 25) return fault(raw[0] === version ? 'length' : 'form')
    if (raw[0] !== version) return fault('form')
    const decoded = attempt(() => base58check.decode(text))
    return decoded ? { payload: decoded.subarray(1), checked: true } : fault('checksum')
  }
})

/** Solana uses the bare key, so only the length can be checked. */
export const solanaForm: AddressForm = {
  name: addressText.forms.account,
  bytes: 32,
  write: (payload) => base58.encode(payload),
  read(text) {
    const payload = attempt(() => base58.decode(text))
    if (!payload) return fault('form')
    return payload.length === 32 ? { payload, checked: false } : fault('length')
  }
}
