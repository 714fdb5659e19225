/** In units of the last digit. */
export interface Listing {
  readonly name: string
  readonly price: number
  readonly priceDecimals: number
  readonly amountDecimals: number
  readonly amount: number
}

const bases: readonly (readonly [
  name: string,
  price: number,
  priceDecimals: number,
  amountDecimals: number
])[] = [
  ['BTC', 6_425_000, 2, 8],
  ['ETH', 314_050, 2, 6],
  ['SOL', 151_240, 3, 4],
  ['PAXG', 268_450, 2, 6],
  ['LTC', 84_150, 3, 5],
  ['BCH', 412_300, 3, 5],
  ['AVAX', 274_150, 4, 3],
  ['DOGE', 123_450, 6, 2],
  ['SUI', 210_480, 5, 2],
  ['BNB', 58_640, 2, 5]
]
const quotes = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'USDC', 'USDT', 'USDP', 'PYUSD', 'BRL']

/** The first ten are in dollars; others differ in name and price. */
export function listings(count: number): Listing[] {
  const max = bases.length * quotes.length
  if (count > max) throw new RangeError(`The feed has at most ${max} markets.`)
  return Array.from({ length: count }, (_, index) => {
    const [base, price, priceDecimals, amountDecimals] = bases[index % bases.length]!
    const turn = Math.floor(index / bases.length)
    return {
      name: base + quotes[turn],
      price: Math.round(price * (1 + turn * 0.03)),
      priceDecimals,
      amountDecimals,
      amount: 15 * 10 ** (amountDecimals - 1)
    }
  })
}
