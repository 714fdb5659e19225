import type { CryptoNetwork } from '../networks'
import { verifyAddress } from '.'

/** EIP-155. A chain whose number is not beyond doubt is left out: a wallet would pay on another chain. */
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
 * The address as a payment request in the form that wallets of its network read, or null where there is none: BIP 21
 * and its likes, EIP-681, Solana Pay, SEP-7. Nobody is asked to pay to an address that is wrong, or to one of a test network.
 */
export function paymentUri(network: CryptoNetwork, address: string): string | null {
  const verdict = verifyAddress(network, address)
  if (!verdict.valid || verdict.test) return null
  const chain = chainIds[network]
  if (chain !== undefined) return `ethereum:${address}@${chain}`
  if (network === 'STELLAR') return `web+stellar:pay?destination=${address}`
  if (network === 'BITCOIN_CASH') {
    // Wallets of Bitcoin Cash read the scheme as a part of the new form; an old form after it means nothing.
    if (verdict.form.startsWith('Legacy')) return null
    return address.toLowerCase().startsWith(cashPrefix) ? address : cashPrefix + address
  }
  const scheme = schemes[network]
  return scheme === undefined ? null : `${scheme}:${address}`
}
