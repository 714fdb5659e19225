import { mix } from './draw'

const recordKinds = [
  'address',
  'profile',
  'customer',
  'identity',
  'account',
  'statement',
  'conversion'
] as const
type RecordKind = (typeof recordKinds)[number]

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const isUuid = (text: string) => uuidForm.test(text.toLowerCase())

const rounds = [0, 1, 2, 3]
const hex = (value: number, digits = 8) => value.toString(16).padStart(digits, '0')

/**
 * Random-looking IDs that encode their index, so no table is needed: the first 32 bits are the index behind a keyed
 * Feistel network, the rest follow from it.
 */
export class Ids {
  readonly #seed: number

  constructor(seed: number) {
    this.#seed = seed
  }

  uuid(kind: RecordKind, index: number): string {
    const field = 100 + recordKinds.indexOf(kind) * 10
    const [second, third, fourth] = [4, 5, 6].map((part) => mix(this.#seed, field + part, index))
    const version = hex((second! & 0x0fff) | 0x4000, 4)
    const variant = hex((third! & 0x3fff) | 0x8000, 4)
    const tail = hex(third! >>> 16, 4) + hex(fourth!)
    return `${hex(this.hide(field, index))}-${hex(second! >>> 16, 4)}-${version}-${variant}-${tail}`
  }

  /** Null if invalid; the caller checks the range. */
  find(kind: RecordKind, uuid: string): number | null {
    const text = uuid.toLowerCase()
    if (!uuidForm.test(text)) return null
    const field = 100 + recordKinds.indexOf(kind) * 10
    const index = this.reveal(field, Number.parseInt(text.slice(0, 8), 16))
    return this.uuid(kind, index) === text ? index : null
  }

  hide(field: number, value: number): number {
    let left = value >>> 16
    let right = value & 0xffff
    for (const round of rounds) {
      ;[left, right] = [right, left ^ (mix(this.#seed, field + round, right) & 0xffff)]
    }
    return ((left << 16) | right) >>> 0
  }

  reveal(field: number, value: number): number {
    let left = value >>> 16
    let right = value & 0xffff
    for (const round of rounds.toReversed()) {
      ;[left, right] = [right ^ (mix(this.#seed, field + round, left) & 0xffff), left]
    }
    return ((left << 16) | right) >>> 0
  }
}
