import { describe, expect, test } from 'vitest'
import { addressForms } from '#shared/domain/records/address/index'
import { paymentUri } from '#shared/domain/records/address/payment-uri'
import { cryptoNetworks, evmNetworks } from '#shared/domain/records/networks'

const written = (network: (typeof cryptoNetworks)[number], form = 0) => {
  const { write, bytes } = addressForms[network][form]!
  return write(new Uint8Array(bytes).fill(5))
}

describe('payment requests per network', () => {
  test.each([
    ['BITCOIN', 'bitcoin:'],
    ['LITECOIN', 'litecoin:'],
    ['DOGECOIN', 'dogecoin:'],
    ['SOLANA', 'solana:'],
    ['STELLAR', 'web+stellar:pay?destination=']
  ] as const)('%s', (network, before) => {
    const address = written(network)
    expect(paymentUri(network, address)).toBe(before + address)
  })

  test('include the chain', () => {
    const address = written('ETHEREUM')
    const chains = Object.fromEntries(evmNetworks.map((network) => [network, paymentUri(network, address)]))
    expect(chains).toEqual({
      ETHEREUM: `ethereum:${address}@1`,
      POLYGON_POS: `ethereum:${address}@137`,
      BASE: `ethereum:${address}@8453`,
      ARBITRUM_ONE: `ethereum:${address}@42161`,
      INK: `ethereum:${address}@57073`,
      XLAYER: `ethereum:${address}@196`,
      AVALANCHE: `ethereum:${address}@43114`,
      ROBINHOOD: null,
      BNB: `ethereum:${address}@56`
    })
  })

  test('handle prefixes of Bitcoin Cash', () => {
    const address = written('BITCOIN_CASH')
    expect(address.startsWith('bitcoincash:')).toBe(true)
    expect(paymentUri('BITCOIN_CASH', address)).toBe(address)
    expect(paymentUri('BITCOIN_CASH', address.slice('bitcoincash:'.length))).toBe(address)
    const legacy = addressForms.BITCOIN_CASH.findIndex(({ name }) => name.startsWith('Legacy'))
    expect(paymentUri('BITCOIN_CASH', written('BITCOIN_CASH', legacy))).toBeNull()
  })

  test('do not exist for Sui', () => {
    expect(paymentUri('SUI', written('SUI'))).toBeNull()
  })
})

test('are refused for invalid addresses', () => {
  for (const network of cryptoNetworks) {
    expect(paymentUri(network, 'not an address')).toBeNull()
    const address = written(network)
    expect(paymentUri(network, `${address}?amount=1`)).toBeNull()
  }
})
