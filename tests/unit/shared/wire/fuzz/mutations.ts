import type { FuzzRandom } from './random'
import { oddDecimal, oddName, oddTime, oddValue, oddWord } from './values'

const encode = new TextEncoder()
const decode = new TextDecoder()

type Mutation = (bytes: Uint8Array, random: FuzzRandom) => Uint8Array

function spliced(bytes: Uint8Array, at: number, removed: number, inserted: Uint8Array): Uint8Array {
  const end = Math.min(at + removed, bytes.length)
  const result = new Uint8Array(at + inserted.length + bytes.length - end)
  result.set(bytes.subarray(0, at))
  result.set(inserted, at)
  result.set(bytes.subarray(end), at + inserted.length)
  return result
}

const somewhere = (bytes: Uint8Array, random: FuzzRandom) => random.below(bytes.length + 1)

const telling = encode.encode('"\\{}[]:,.-+0123456789eEZT \n\t\u0000mtu')
const brokenText = [
  [0xff],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
  [0x80],
  [0xef, 0xbb, 0xbf],
  [0]
] as const

const blindly: readonly Mutation[] = [
  function flipBit(bytes, random) {
    const result = bytes.slice()
    const at = random.below(result.length)
    result[at] = result[at]! ^ (1 << random.below(8))
    return result
  },
  function replaceByte(bytes, random) {
    const result = bytes.slice()
    result[random.below(result.length)] = random.chance(2) ? random.below(256) : random.pick([...telling])
    return result
  },
  function deleteSlice(bytes, random) {
    return spliced(
      bytes,
      somewhere(bytes, random),
      random.between(1, random.chance(3) ? 60 : 3),
      new Uint8Array()
    )
  },
  function insertBytes(bytes, random) {
    const inserted = Uint8Array.from({ length: random.between(1, 4) }, () => random.pick([...telling]))
    return spliced(bytes, somewhere(bytes, random), 0, inserted)
  },
  function duplicateSlice(bytes, random) {
    const from = somewhere(bytes, random)
    const slice = bytes.slice(from, from + random.between(1, random.chance(3) ? 100 : 20))
    return spliced(bytes, random.chance(2) ? from : somewhere(bytes, random), 0, slice)
  },
  function moveSlice(bytes, random) {
    const from = somewhere(bytes, random)
    const slice = bytes.slice(from, from + random.between(1, 50))
    const rest = spliced(bytes, from, slice.length, new Uint8Array())
    return spliced(rest, somewhere(rest, random), 0, slice)
  },
  function truncate(bytes, random) {
    return bytes.slice(0, somewhere(bytes, random))
  },
  function append(bytes, random) {
    const more = random.pick(['}', ' ', '\n', '\u0000', '{}', ',', ']}}', '}}'])
    return spliced(bytes, bytes.length, 0, encode.encode(more))
  },
  function breakText(bytes, random) {
    return spliced(bytes, somewhere(bytes, random), random.below(3), Uint8Array.from(random.pick(brokenText)))
  }
]

/** Replaces one quoted text. */
function replaceText(pattern: RegExp, make: (random: FuzzRandom) => string): Mutation {
  return function replaceMatch(bytes, random) {
    const text = decode.decode(bytes)
    const found = [...text.matchAll(pattern)]
    if (found.length === 0) return bytes
    const match = random.pick(found)
    const start = match.index + match[0].length - match[1]!.length
    return encode.encode(text.slice(0, start) + make(random) + text.slice(start + match[1]!.length))
  }
}

const numbers = /"(?:price|amount)":"([^"]*)/g
const times = /"(?:time|executed_at)":"([^"]*)/g
const names = /"market":"([^"]*)/g
const words = /"([A-Za-z_]+)/g
const values = /":("[^"]*"|\[[^\]]*\])/g

const knowingly: readonly Mutation[] = [
  otherDigit,
  otherDigit,
  repeatLevel,
  replaceText(numbers, oddDecimal),
  replaceText(numbers, oddDecimal),
  replaceText(times, oddTime),
  replaceText(times, oddTime),
  replaceText(names, oddName),
  replaceText(words, oddWord),
  replaceText(values, oddValue),
  function escapeLetter(bytes, random) {
    const text = decode.decode(bytes)
    const at = random.below(text.length + 1)
    const code = (text.codePointAt(at) ?? 0).toString(16).padStart(4, '0')
    return encode.encode(`${text.slice(0, at)}\\u${code}${text.slice(at + 1)}`)
  },
  function rewrite(bytes, random) {
    try {
      return encode.encode(rewritten(JSON.parse(decode.decode(bytes)), random))
    } catch {
      return bytes
    }
  }
]

/** Usually still a valid message. */
function otherDigit(bytes: Uint8Array, random: FuzzRandom): Uint8Array {
  const result = bytes.slice()
  const digits: number[] = []
  for (const [at, code] of bytes.entries()) if (code >= 0x30 && code <= 0x39) digits.push(at)
  if (digits.length > 0) result[random.pick(digits)] = 0x30 + random.below(10)
  return result
}

function repeatLevel(bytes: Uint8Array, random: FuzzRandom): Uint8Array {
  const text = decode.decode(bytes)
  const levels = [...text.matchAll(/\{"price":"[^"]*","amount":"[^"]*"\}/g)]
  if (levels.length === 0) return bytes
  const { 0: level, index } = random.pick(levels)
  const copies = `${level}${random.pick([',', ',', ',', '', ',,'])}`.repeat(random.between(1, 3))
  return encode.encode(text.slice(0, index) + copies + text.slice(index))
}

/** Reorders members and adds unknown ones and spaces. */
function rewritten(value: unknown, random: FuzzRandom): string {
  const space = random.chance(20) ? random.pick([' ', '\n', '\t']) : ''
  if (Array.isArray(value)) {
    return `[${value.map((item) => space + rewritten(item, random)).join(',')}]`
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) + space
  const members = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}:${rewritten(item, random)}`
  )
  if (random.chance(10)) members.push(`"${oddWord(random)}":${oddValue(random)}`)
  if (random.chance(30) && members.length > 0) members.push(random.pick(members))
  return `{${space}${(random.chance(4) ? random.shuffled(members) : members).join(`,${space}`)}}`
}

/** One to three mutations. */
export function mutate(bytes: Uint8Array, random: FuzzRandom): Uint8Array {
  let result = bytes
  for (let count = random.pick([1, 1, 1, 2, 3]); count > 0; count -= 1) {
    if (result.length === 0) return result
    result = random.pick(random.chance(2) ? blindly : knowingly)(result, random)
  }
  return result
}
