import { bech32, bech32m } from '@scure/base'
import { isTaprootKey } from './curve'
import { attempt, fault, type AddressForm } from './form'

/**
 * BIP 173 and BIP 350: bech32 for version 0, bech32m for later ones. The other checksum is refused, which is the
 * purpose of BIP 350.
 */
export function segwitForm(name: string, prefix: string, version: number, bytes: number): AddressForm {
  const codec = version === 0 ? bech32 : bech32m
  const accepts = version === 1 ? isTaprootKey : () => true
  return {
    name,
    bytes,
    accepts,
    write: (payload) => codec.encode(prefix, [version, ...codec.toWords(payload)]),
    read(text) {
      const lower = text.toLowerCase()
      if (!lower.startsWith(`${prefix}1`)) return fault('form')
      if (text !== lower && text !== text.toUpperCase()) return fault('form')
      const other = attempt(() => (version === 0 ? bech32m : bech32).decode(text as `${string}1${string}`))
      const decoded = attempt(() => codec.decode(text as `${string}1${string}`))
      if (!decoded) return fault(other && other.words[0] !== version ? 'form' : 'checksum')
      if (decoded.words[0] !== version) return fault('form')
      const payload = attempt(() => codec.fromWords(decoded.words.slice(1)))
      if (payload?.length !== bytes) return fault('length')
      return accepts(payload) ? { payload, checked: true } : fault('key')
    }
  }
}
