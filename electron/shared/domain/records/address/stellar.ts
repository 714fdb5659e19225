import { base32nopad } from '@scure/base'
import { attempt, fault, type AddressForm } from './form'

/** CRC-16/XMODEM (SEP-23). */
function crc16(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff
    }
  }
  return sum
}

/** StrKey (SEP-23): version byte, payload, and checksum with the low byte first. */
export function strKeyForm(name: string, version: number, bytes: number): AddressForm {
  return {
    name,
    bytes,
    write(payload) {
      const body = Uint8Array.from([version, ...payload])
      const sum = crc16(body)
      return base32nopad.encode(Uint8Array.from([...body, sum & 255, sum >> 8]))
    },
    read(text) {
      const raw = attempt(() => base32nopad.decode(text))
      if (!raw || raw[0] !== version) return fault('form')
      if (raw.length !== bytes + 3) return fault('length')
      const sum = crc16(raw.subarray(0, -2))
      const right = raw[bytes + 1] === (sum & 255) && raw[bytes + 2] === sum >> 8
      return right ? { payload: raw.subarray(1, -2), checked: true } : fault('checksum')
    }
  }
}
