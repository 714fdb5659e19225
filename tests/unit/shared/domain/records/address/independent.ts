import { createHash } from 'node:crypto'

/** A second implementation of the specifications. */
const bitcoinAlphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const segwitAlphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

export function base58Bytes(text: string): Buffer {
  let number = 0n
  for (const letter of text) {
    const digit = bitcoinAlphabet.indexOf(letter)
    if (digit < 0) throw new Error('not base58')
    number = number * 58n + BigInt(digit)
  }
  const hex = number === 0n ? '' : number.toString(16)
  const zeros = /^1*/.exec(text)![0].length
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
}

export function base58checkVersion(text: string): number | null {
  const bytes = base58Bytes(text)
  if (bytes.length !== 25) return null
  const right = sha256(sha256(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21))
  return right ? bytes[0]! : null
}

export function segwit(text: string): { prefix: string; version: number; bits: number } | null {
  const at = text.lastIndexOf('1')
  const prefix = text.slice(0, at)
  const data = [...text.slice(at + 1)].map((letter) => segwitAlphabet.indexOf(letter))
  if (data.includes(-1)) return null
  const letters = [...prefix].map((letter) => letter.charCodeAt(0))
  const values = [...letters.map((code) => code >> 5), 0, ...letters.map((code) => code & 31), ...data]
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    generator.forEach((each, bit) => (sum ^= (top >>> bit) & 1 ? each : 0))
  }
  const version = data[0]!
  if (sum !== (version === 0 ? 1 : 0x2bc830a3)) return null
  return { prefix, version, bits: (data.length - 7) * 5 }
}

export function isCashAddress(text: string): boolean {
  const [prefix, body] = text.split(':') as [string, string]
  const values = [...prefix].map((letter) => letter.charCodeAt(0) & 31)
  values.push(0, ...[...body].map((letter) => segwitAlphabet.indexOf(letter)))
  // The generator's coefficients over GF(32)[x].
  const generator = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]
  let sum = 1n
  for (const value of values) {
    const top = Number(sum / 2n ** 35n)
    sum = ((sum % 2n ** 35n) * 32n) ^ BigInt(value)
    for (let bit = 0; bit < 5; bit += 1) if (top & (1 << bit)) sum ^= generator[bit]!
  }
  return prefix === 'bitcoincash' && !values.includes(-1) && sum === 1n
}

export function isStellarAccount(text: string): boolean {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2)
  )
  let sum = 0
  for (const bit of bytes
    .slice(0, -2)
    .flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number))) {
    const carry = ((sum >> 15) & 1) ^ bit
    sum = (sum << 1) & 0xffff
    if (carry) sum ^= 0x1021
  }
  const kind = bytes[0]
  const length = kind === 48 ? 35 : kind === 96 ? 43 : -1
  return bytes.length === length && bytes.at(-2) === (sum & 255) && bytes.at(-1) === sum >> 8
}
