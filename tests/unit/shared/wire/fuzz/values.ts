import { fuzzMarkets, plainDecimal, plainTime } from './canonical'
import type { FuzzRandom } from './random'

/** Almost valid numbers, times and names. */

const oddDecimals = [
  '',
  '-1',
  '+1',
  '.5',
  '5.',
  '1..2',
  '1.2.3',
  '1,5',
  '1e5',
  '1E-7',
  '1e999999999',
  '9e-324',
  '00',
  '007.50',
  '-0',
  '0',
  '0.0',
  '0x10',
  'NaN',
  'Infinity',
  ' 1',
  '1 ',
  '1\\u0030',
  '１',
  '1\u0000',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '999999999999999',
  '1000000000000000',
  '0.999999999999999',
  '4294967296',
  '2147483648.5',
  '999999999.999999999',
  '1.0000000000000000000000000',
  '0000000000000000000000000000000000000000.5'
] as const

export function oddDecimal(random: FuzzRandom): string {
  if (random.chance(3)) return random.pick(oddDecimals)
  if (random.chance(2))
    return `${random.digits(random.between(1, 40))}.${random.digits(random.between(0, 40))}`
  if (random.chance(2)) return random.digits(random.between(8, 70))
  return `${plainDecimal(random)}${random.digits(random.between(1, 20))}`
}

const oddTimes = [
  '2026-02-29T00:00:00Z',
  '2024-02-29T00:00:00Z',
  '1900-02-29T12:00:00Z',
  '2000-02-29T12:00:00Z',
  '2026-00-10T00:00:00Z',
  '2026-13-10T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-04-00T00:00:00Z',
  '2026-04-30T24:00:00Z',
  '2026-04-30T23:60:00Z',
  '2026-04-30T23:59:60Z',
  '2026-04-30T23:59:59.999999999Z',
  '2026-04-30T23:59:59.9999999999Z',
  '2026-04-30T23:59:59.Z',
  '2026-04-30T23:59:59z',
  '2026-04-30t23:59:59Z',
  '2026-04-30T23:59:59+00:00',
  '2026-04-30T23:59:59-05:30',
  '2026-04-30 23:59:59Z',
  '2026-4-30T23:59:59Z',
  '2026-04-30T23:59:59',
  '2026-04-30',
  '0000-01-01T00:00:00Z',
  '0000-02-29T00:00:00Z',
  '0001-03-01T00:00:00.000000001Z',
  '1969-12-31T23:59:59.999999999Z',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '+12026-01-01T00:00:00Z',
  '1790000000',
  ''
] as const

export function oddTime(random: FuzzRandom): string {
  if (random.chance(2)) return random.pick(oddTimes)
  const time = plainTime(random)
  const at = random.below(time.length)
  return (
    time.slice(0, at) + random.pick(['', '0', '9', ':', '-', 'T', 'Z', '.', '/', ' ']) + time.slice(at + 1)
  )
}

const oddNames = [
  '',
  'UNKNOWN',
  'BTCUSDCC',
  'BTCUS',
  'btcusd',
  'BTC\\u0055SD',
  '\\u0042TCUSD',
  'BTC\\/USD',
  'EUR\\/USD',
  'BTC"USD',
  'ÄÖÜ',
  'M'.repeat(64),
  'M'.repeat(65)
] as const

export const oddName = (random: FuzzRandom) => random.pick(random.chance(2) ? oddNames : fuzzMarkets)

const oddWords = [
  'SNAPSHOT',
  'UPDATE',
  'UPDATF',
  'update',
  'CHECKPOINT',
  'market_data',
  'execution_data',
  'auction_data',
  'price',
  'amount',
  'bids',
  'asks',
  'payload',
  '__proto__',
  'constructor',
  'time'
] as const

export const oddWord = (random: FuzzRandom) => random.pick(oddWords)

/** Mostly of a wrong type. */
const oddValues = [
  'null',
  'true',
  '0',
  '1',
  '-0',
  '1e400',
  '61000.5',
  '123456789012345678901234567890',
  '[]',
  '{}',
  '[[]]',
  '""',
  '"1"',
  '{"price":"1","amount":"1"}',
  '[{"price":"1","amount":"1"}]',
  '[{"price":"0","amount":"1"}]',
  '[{"amount":"1","price":"2"}]',
  '[null]'
] as const

export const oddValue = (random: FuzzRandom) => random.pick(oddValues)
