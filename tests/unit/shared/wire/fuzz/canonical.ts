import type { FuzzRandom } from './random'

/** Names of all lengths, including a common prefix. */
export const fuzzMarkets = [
  'BTCUSD',
  'BTCUSDC',
  'ETHEUR',
  'SOL-USD',
  'X',
  'EUR/USD',
  'DOGE_USDT',
  'PAXGUSD.P'
]

const wholePart = (random: FuzzRandom, max: number) => {
  const length = random.between(1, max)
  return length === 1 ? random.digits(1) : `${random.between(1, 9)}${random.digits(length - 1)}`
}

/** Fifteen digits are exact in a double. */
export function plainDecimal(random: FuzzRandom): string {
  const whole = wholePart(random, random.chance(8) ? 12 : 6)
  const max = 15 - whole.length
  if (random.chance(3)) return whole
  return `${whole}.${random.digits(random.between(1, random.chance(8) ? max : Math.min(max, 8)))}`
}

export function plainPrice(random: FuzzRandom): string {
  const price = plainDecimal(random)
  return Number(price) === 0 ? '0.01' : price
}

export function plainAmount(random: FuzzRandom): string {
  return random.chance(4) ? random.pick(['0', '0.0', '0.00000000']) : plainDecimal(random)
}

export function plainTime(random: FuzzRandom): string {
  const start = random.chance(4) ? random.between(-1e9, 4e9) : 1_790_000_000
  const whole = new Date((start + random.below(180)) * 1000).toISOString().slice(0, 19)
  const digits = random.chance(2) ? 6 : random.below(10)
  return digits === 0 ? `${whole}Z` : `${whole}.${random.digits(digits)}Z`
}

const levelText = (random: FuzzRandom) =>
  `{"price":"${plainPrice(random)}","amount":"${plainAmount(random)}"}`

function levelsText(random: FuzzRandom): string {
  const count = random.chance(400) ? random.between(20, 300) : random.below(7)
  return Array.from({ length: count }, () => levelText(random)).join(',')
}

/** As the service sends it; the scanner must accept it. */
export function canonicalFrame(random: FuzzRandom): string {
  const market = random.pick(fuzzMarkets)
  const start = (channel: string) =>
    `{"channel":{"type":"${channel}","params":{"market":"${market}"}},"payload":{"market":"${market}",`
  if (random.chance(5)) {
    const level = `"price":"${plainPrice(random)}","amount":"${plainAmount(random)}"`
    return `${start('execution_data')}${level},"executed_at":"${plainTime(random)}"}}`
  }
  const type = random.chance(6) ? 'SNAPSHOT' : 'UPDATE'
  return (
    `${start('market_data')}"type":"${type}","time":"${plainTime(random)}",` +
    `"bids":[${levelsText(random)}],"asks":[${levelsText(random)}]}}`
  )
}
