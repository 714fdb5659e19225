export interface PairMarket {
  readonly name: string
  /** The base is the target asset. */
  readonly inverted: boolean
}

/** A known market of two assets, because the service has no list of markets. */
export function pairMarket(source: string, target: string, known: readonly string[]): PairMarket | null {
  if (plain(source) === '' || plain(target) === '') return null
  return (
    written(source + target, false, known, (name) => name) ??
    written(target + source, true, known, (name) => name) ??
    written(source + target, false, known, plain) ??
    written(target + source, true, known, plain)
  )
}

/** `BTC-USD` and `btc/usd` are `BTCUSD`. */
const plain = (name: string) => name.toUpperCase().replace(/[-_/:.\s]/g, '')

function written(
  pair: string,
  inverted: boolean,
  known: readonly string[],
  as: (name: string) => string
): PairMarket | null {
  const wanted = as(pair)
  const name = known.find((each) => as(each) === wanted)
  return name === undefined ? null : { name, inverted }
}
