export interface MarketSpecification {
  readonly market: string
  /** Fraction digits of a price, which is a multiple of `tick` units. */
  readonly priceDecimals: number
  readonly tick: number
  readonly amountDecimals: number
  /** The initial fair price in ticks. */
  readonly anchor: number
  /** Typical levels per side. */
  readonly depth: number
  /** In ticks, when calm. */
  readonly spread: number
  /** The typical move per step, in ticks. */
  readonly volatility: number
  /** The pull toward the anchor per step. */
  readonly pull: number
  /** A typical order in lots (units of the last digit). */
  readonly order: number
  /** The share of messages, relative to other markets. */
  readonly liveliness: number
}

type Row = readonly [
  market: string,
  price: string,
  tick: number,
  amountDecimals: number,
  depth: number,
  spread: number,
  volatility: number,
  order: string,
  liveliness: number
]

// The price's digits define its decimals. The first market is the busiest.
const rows: readonly Row[] = [
  ['BTCUSD', '64250.00', 1, 8, 500, 60, 9, '0.12', 30],
  ['ETHUSD', '3140.50', 1, 6, 300, 8, 0.6, '1.8', 18],
  ['SOLUSD', '151.240', 10, 4, 250, 2, 0.16, '32', 11],
  ['PAXGUSD', '2684.50', 50, 6, 120, 3, 0.02, '0.9', 3],
  ['LTCUSD', '84.15', 1, 5, 160, 2, 0.05, '14', 4],
  ['BCHUSD', '412.30', 5, 5, 140, 2, 0.06, '3.5', 3],
  ['AVAXUSD', '27.4150', 5, 3, 140, 4, 0.15, '48', 3],
  ['DOGEUSD', '0.123450', 10, 0, 200, 2, 0.1, '6500', 5],
  ['SUIUSD', '2.10480', 10, 2, 140, 3, 0.14, '420', 3],
  ['BNBUSD', '586.40', 10, 5, 140, 2, 0.05, '2.4', 3],
  ['XLMUSD', '0.0948750', 25, 1, 120, 3, 0.08, '9000', 2],
  ['USDPUSD', '1.0000', 1, 2, 60, 1, 0.02, '24000', 2],
  ['LINKUSD', '13.4820', 10, 3, 140, 3, 0.12, '75', 3],
  ['UNIUSD', '8.1460', 10, 3, 120, 3, 0.1, '95', 2],
  ['AAVEUSD', '168.250', 50, 5, 110, 3, 0.05, '4.5', 2],
  ['XRPUSD', '0.574250', 10, 2, 220, 2, 0.12, '2600', 5],
  ['POLUSD', '0.381300', 100, 1, 100, 2, 0.04, '3100', 1],
  ['ETHBTC', '0.0488700', 10, 6, 150, 2, 0.05, '1.1', 3]
]

const units = (decimal: string, decimals: number) => Math.round(Number(decimal) * 10 ** decimals)

export const marketSpecifications: readonly MarketSpecification[] = rows.map((row) => {
  const [market, price, tick, amountDecimals, depth, spread, volatility, order, liveliness] = row
  const priceDecimals = price.length - price.indexOf('.') - 1
  return {
    market,
    priceDecimals,
    tick,
    amountDecimals,
    anchor: Math.round(units(price, priceDecimals) / tick),
    depth,
    spread,
    volatility,
    pull: market === 'USDPUSD' ? 0.02 : 0.000004,
    order: units(order, amountDecimals),
    liveliness
  }
})
