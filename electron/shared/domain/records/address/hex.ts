import { addressText } from '#shared/messages/addresses'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base16 } from '@scure/base'
import { fault, type AddressForm } from './form'

const bytesOf = (hex: string) => base16.decode(hex.toUpperCase())
const hexOf = (bytes: Uint8Array) => base16.encode(bytes).toLowerCase()

/** EIP-55: the case of each letter is a bit of the hash of the lower-case text. */
export function withChecksum(hex: string): string {
  const lower = hex.toLowerCase()
  const bits = hexOf(keccak_256(Uint8Array.from(lower, (letter) => letter.charCodeAt(0))))
  return [...lower].map((letter, index) => (bits[index]! >= '8' ? letter.toUpperCase() : letter)).join('')
}

export const evmForm: AddressForm = {
  name: addressText.forms.account,
  bytes: 20,
  write: (payload) => `0x${withChecksum(hexOf(payload))}`,
  read(text) {
    if (!/^0x[0-9a-fA-F]*$/.test(text)) return fault('form')
    const hex = text.slice(2)
    if (hex.length !== 40) return fault('length')
    // A single case means no checksum.
    const checked = hex !== hex.toLowerCase() && hex !== hex.toUpperCase()
    if (checked && hex !== withChecksum(hex)) return fault('checksum')
    return { payload: bytesOf(hex), checked }
  }
}

export const suiForm: AddressForm = {
  name: addressText.forms.account,
  bytes: 32,
  write: (payload) => `0x${hexOf(payload)}`,
  read(text) {
    if (!/^0x[0-9a-fA-F]*$/.test(text)) return fault('form')
    return text.length === 66 ? { payload: bytesOf(text.slice(2)), checked: false } : fault('length')
  }
}
