import type { SeededRandom } from '../chaos/random'
import type { Variants } from './variants'

const pattern = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)$/

/** Nanoseconds since the epoch, or null. */
export function readTime(text: string): bigint | null {
  const found = pattern.exec(text)
  if (!found) return null
  const milliseconds = Date.parse(`${found[1]}T${found[2]}${found[4]!.toUpperCase()}`)
  if (Number.isNaN(milliseconds)) return null
  return BigInt(milliseconds) * 1_000_000n + BigInt((found[3] ?? '').padEnd(9, '0'))
}

export function shortest(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - scale)
  return `${units < 0n ? '-' : ''}${whole}${scale > 0 && fraction ? `.${fraction}` : ''}`
}

export function padded(decimal: string, digits: number): string {
  const [whole, fraction = ''] = decimal.split('.')
  const filled = fraction.padEnd(digits, '0')
  return filled === '' ? whole! : `${whole}.${filled}`
}

const gaps = { none: '', spaces: ' ', lines: '\n\t' }
const extraFields: readonly (readonly [string, unknown])[] = [
  ['x_trace', ['"}{', { deep: [null, true, -1.5e-3] }]],
  ['x_Market', 'no market'],
  ['x_amounts', {}],
  ['x_version', '9007199254740993'],
  ['x_clé', '€\u2028']
]

/** Every documented spelling. */
export class Spelling {
  constructor(
    private readonly variants: Variants,
    private readonly random: SeededRandom
  ) {}

  decimal(shortForm: string): string {
    const { decimals } = this.variants
    if (decimals === 'shortest') return shortForm
    return padded(shortForm, decimals === 'mixed' ? this.random.whole(0, 18) : decimals)
  }

  /** Exact, possibly with zeros. */
  time(nanoseconds: bigint): string {
    const { timeDigits, timeZone } = this.variants
    const zone = timeZone === 'mixed' ? this.random.pick(['Z', 'z', '+02:00', '-09:30'] as const) : timeZone
    const offset = { Z: 0, z: 0, '+02:00': 120, '-09:30': -570 }[zone]
    const local = new Date(Number(nanoseconds / 1_000_000n) + offset * 60_000)
    const exact = (nanoseconds % 1_000_000_000n).toString().padStart(9, '0').replace(/0+$/, '')
    const digits =
      timeDigits === 'shortest' ? 0 : timeDigits === 'mixed' ? this.random.whole(0, 9) : timeDigits
    const fraction = exact.padEnd(digits, '0')
    return `${local.toISOString().slice(0, 19)}${fraction ? `.${fraction}` : ''}${zone}`
  }

  json(value: unknown): string {
    const { whitespace } = this.variants
    return `${gaps[whitespace]}${this.#write(value, true)}${gaps[whitespace]}`
  }

  #write(value: unknown, extensible: boolean): string {
    const { whitespace, keyOrder, unknownFields } = this.variants
    const gap = gaps[whitespace]
    if (typeof value === 'string') return this.#text(value)
    if (Array.isArray(value))
      return `[${gap}${value.map((item) => this.#write(item, extensible)).join(`,${gap}`)}${gap}]`
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    const added = extensible && unknownFields ? [this.random.pick(extraFields), extraFields[0]!] : []
    entries.push(...added.map(([key, item], index): [string, unknown] => [`${key}${index}`, item]))
    if (keyOrder === 'reversed') entries.reverse()
    if (keyOrder === 'shuffled') shuffle(entries, this.random)
    // Metadata is unchanged.
    const members = entries.map(
      ([key, item]) =>
        `${this.#text(key)}${gap}:${gap}${this.#write(item, extensible && key !== 'metadata' && !key.startsWith('x_'))}`
    )
    return `{${gap}${members.join(`${gap},${gap}`)}${gap}}`
  }

  #text(text: string): string {
    const plain = JSON.stringify(text)
    if (!this.variants.escapes) return plain
    return plain.replaceAll(/\\.|[^"\\]/gs, (character) => {
      if (character === '/') return '\\/'
      if (character.length > 1 || !this.random.chance(0.1)) return character
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
    })
  }
}

export function shuffle<T>(items: T[], random: SeededRandom): T[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = random.whole(0, last)
    ;[items[last], items[other]] = [items[other]!, items[last]!]
  }
  return items
}
