export interface MarketUnits {
  /** The unit of sizes. */
  readonly base: string
  /** The unit of prices and costs. */
  readonly quote: string
}

/** Longer ones first, because some share an ending. */
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

/** The service does not specify a symbol's parts, so only unambiguous symbols are split. */
export function marketUnits(market: string): MarketUnits {
  const words = parted.exec(market)
  if (words) return { base: words[1]!, quote: words[2]! }
  if (!plain.test(market)) return unknown
  const quote = quotes.find((one) => market.endsWith(one) && market.length - one.length >= 2)
  return quote === undefined ? unknown : { base: market.slice(0, -quote.length), quote }
}
