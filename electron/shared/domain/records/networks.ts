import { addressText } from '#shared/messages/addresses'

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

/** They share addresses and accounts. */
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

/** Unknown networks keep the service's name. */
export const networkName = (network: string) =>
  isCryptoNetwork(network) ? addressText.networks[network] : network
