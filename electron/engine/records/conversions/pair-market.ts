export interface PairMarket {
  readonly name: string
  /** Its base is what is converted to. */
  readonly inverted: boolean
}

/** The market of two assets, among those that are known: the service does not say which markets there are. */
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
