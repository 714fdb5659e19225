/** The dot is a help for the eye alone: the name stands beside it. */
const colours: Readonly<Record<string, string>> = {
  BITCOIN: 'e',
  DOGECOIN: 'd',
  BNB: 'd',
  BASE: 'b',
  SUI: 'b',
  STELLAR: 'b',
  ETHEREUM: 'a',
  POLYGON_POS: 'a',
  INK: 'a',
  SOLANA: 'c',
  BITCOIN_CASH: 'c',
  ROBINHOOD: 'c',
  AVALANCHE: 'f',
  ARBITRUM_ONE: 'f'
}

export function networkColour(network: string): string {
  const letter = colours[network]
  return letter === undefined ? 'var(--edge)' : `var(--link-${letter})`
}
