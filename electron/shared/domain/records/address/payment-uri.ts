import type { CryptoNetwork } from '../networks'
import { verifyAddress } from '.'

/** EIP-155. Uncertain chain IDs are omitted, because a wallet would pay on another chain. */
const chainIds: Readonly<Partial<Record<CryptoNetwork, number>>> = {
  ETHEREUM: 1,
  POLYGON_POS: 137,
  BASE: 8453,
  ARBITRUM_ONE: 42_161,
  INK: 57_073,
  XLAYER: 196,
  AVALANCHE: 43_114,
  BNB: 56
}

const schemes: Readonly<Partial<Record<CryptoNetwork, string>>> = {
  BITCOIN: 'bitcoin',
  LITECOIN: 'litecoin',
  DOGECOIN: 'dogecoin',
  SOLANA: 'solana'
}

const cashPrefix = 'bitcoincash:'

/**
 * The payment request that wallets of the network read (BIP 21 and similar, EIP-681, Solana Pay, SEP-7), or null.
 * Never for invalid or test addresses.
 */
export function paymentUri(network: CryptoNetwork, address: string): string | null {
  const verdict = verifyAddress(network, address)
  if (!verdict.valid || verdict.test) return null
  const chain = chainIds[network]
  if (chain !== undefined) return `ethereum:${address}@${chain}`
  if (network === 'STELLAR') return `web+stellar:pay?destination=${address}`
  if (network === 'BITCOIN_CASH') {
    // Bitcoin Cash wallets read the scheme as part of the new form.
    if (verdict.form.startsWith('Legacy')) return null
    return address.toLowerCase().startsWith(cashPrefix) ? address : cashPrefix + address
  }
  const scheme = schemes[network]
  return scheme === undefined ? null : `${scheme}:${address}`
}
