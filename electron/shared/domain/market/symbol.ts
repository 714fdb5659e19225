export interface MarketUnits {
  /** What is traded: the unit of sizes. */
  readonly base: string
  /** What it is paid with: the unit of prices and costs. */
  readonly quote: string
}

/** The longer ones first, where one ends like another. */
const quotes = [
  'USDT',
  'USDC',
  'USDP',
  'PYUSD',
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CHF',
  'SGD',
  'BRL',
  'BTC',
  'ETH'
]
const parted = /^([A-Z0-9]{2,12})[-_/:]([A-Z0-9]{2,12})$/
const plain = /^[A-Z0-9]{4,24}$/
const unknown: MarketUnits = { base: 'base', quote: 'quote' }

/** The service does not say what a symbol is made of: only where it can be read no other way it is taken for it. */
export function marketUnits(market: string): MarketUnits {
  const words = parted.exec(market)
  if (words) return { base: words[1]!, quote: words[2]! }
  if (!plain.test(market)) return unknown
  const quote = quotes.find((one) => market.endsWith(one) && market.length - one.length >= 2)
  return quote === undefined ? unknown : { base: market.slice(0, -quote.length), quote }
}
