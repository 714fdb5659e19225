export const cryptoNetworks = [
  'BITCOIN',
  'ETHEREUM',
  'BITCOIN_CASH',
  'LITECOIN',
  'SOLANA',
  'POLYGON_POS',
  'BASE',
  'ARBITRUM_ONE',
  'STELLAR',
  'INK',
  'XLAYER',
  'AVALANCHE',
  'DOGECOIN',
  'SUI',
  'ROBINHOOD',
  'BNB'
] as const
export type CryptoNetwork = (typeof cryptoNetworks)[number]

export const networkNames: Readonly<Record<CryptoNetwork, string>> = {
  BITCOIN: 'Bitcoin',
  ETHEREUM: 'Ethereum',
  BITCOIN_CASH: 'Bitcoin Cash',
  LITECOIN: 'Litecoin',
  SOLANA: 'Solana',
  POLYGON_POS: 'Polygon PoS',
  BASE: 'Base',
  ARBITRUM_ONE: 'Arbitrum One',
  STELLAR: 'Stellar',
  INK: 'Ink',
  XLAYER: 'X Layer',
  AVALANCHE: 'Avalanche',
  DOGECOIN: 'Dogecoin',
  SUI: 'Sui',
  ROBINHOOD: 'Robinhood Chain',
  BNB: 'BNB Chain'
}

/** They share one form of address, so an account on one is the same account on each. */
export const evmNetworks = [
  'ETHEREUM',
  'POLYGON_POS',
  'BASE',
  'ARBITRUM_ONE',
  'INK',
  'XLAYER',
  'AVALANCHE',
  'ROBINHOOD',
  'BNB'
] as const satisfies readonly CryptoNetwork[]

const known: ReadonlySet<string> = new Set(cryptoNetworks)
export const isCryptoNetwork = (text: string): text is CryptoNetwork => known.has(text)
