import { bech32 } from '@scure/base'
import { attempt, fault, type AddressForm } from './form'

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const mainPrefix = 'bitcoincash'
const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]

function polymod(values: readonly number[]): bigint {
  let sum = 1n
  for (const value of values) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value)
    generators.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) sum ^= generator
    })
  }
  return sum ^ 1n
}

const valuesOf = (prefix: string) => [...[...prefix].map((letter) => letter.charCodeAt(0) & 31), 0]

function guard(prefix: string, data: readonly number[]): number[] {
  const sum = polymod([...valuesOf(prefix), ...data, 0, 0, 0, 0, 0, 0, 0, 0])
  return Array.from({ length: 8 }, (_, index) => Number((sum >> BigInt(5 * (7 - index))) & 31n))
}

/** `kind` is the type in the version byte: 0 for a key hash, 1 for a script hash. */
export function cashForm(name: string, kind: number, bytes: 20 | 32, prefix = mainPrefix): AddressForm {
  const version = (kind << 3) | (bytes === 20 ? 0 : 3)
  return {
    name,
    bytes,
    write(payload) {
      const data = bech32.toWords(Uint8Array.from([version, ...payload]))
      return `${prefix}:${[...data, ...guard(prefix, data)].map((word) => alphabet[word]).join('')}`
    },
    read(text) {
      const lower = text.toLowerCase()
      if (text !== lower && text !== text.toUpperCase()) return fault('form')
      // The prefix is often omitted but is part of the checksum.
      const body = lower.startsWith(`${prefix}:`) ? lower.slice(prefix.length + 1) : lower
      const values = [...body].map((letter) => alphabet.indexOf(letter))
      if (values.length < 9 || values.includes(-1)) return fault('form')
      const decoded = attempt(() => bech32.fromWords(values.slice(0, -8)))
      if (decoded && decoded[0] !== version) return fault('form')
      if (polymod([...valuesOf(prefix), ...values]) !== 0n) return fault('checksum')
      if (decoded?.length !== bytes + 1) return fault('length')
      return { payload: decoded.subarray(1), checked: true }
    }
  }
}
