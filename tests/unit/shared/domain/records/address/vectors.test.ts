import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressForms, verifyAddress } from '#shared/domain/records/address/index'
import { paymentUri } from '#shared/domain/records/address/payment-uri'
import { testForms } from '#shared/domain/records/address/test-networks'
import { cryptoNetworks, type CryptoNetwork } from '#shared/domain/records/networks'

/** Main network addresses of the specifications. */
const published: readonly (readonly [CryptoNetwork, string, string])[] = [
  ['BITCOIN', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BIP 173'],
  ['BITCOIN', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'BIP 173'],
  ['BITCOIN', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'BIP 350'],
  ['BITCOIN', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', 'BIP 86'],
  ['BITCOIN', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'block 0'],
  ['BITCOIN', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'Bitcoin wiki'],
  ['BITCOIN', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'Bitcoin wiki'],
  ['BITCOIN_CASH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'CashAddr'],
  ['BITCOIN_CASH', 'bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy', 'CashAddr'],
  ['BITCOIN_CASH', 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq', 'CashAddr'],
  ['BITCOIN_CASH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'CashAddr, legacy'],
  ['ETHEREUM', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'EIP-55'],
  ['BASE', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 'EIP-55'],
  ['BNB', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', 'EIP-55'],
  ['INK', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', 'EIP-55'],
  ['STELLAR', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', 'SEP-23'],
  ['STELLAR', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ', 'SEP-23'],
  ['SOLANA', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'the token program'],
  ['SOLANA', '11111111111111111111111111111111', 'the system program'],
  ['SUI', `0x${'0'.repeat(63)}2`, 'the framework package']
]

/** Test network addresses of the specifications. */
const ofTests: readonly (readonly [CryptoNetwork, string])[] = [
  ['BITCOIN', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['BITCOIN', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['BITCOIN', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  ['BITCOIN_CASH', 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t']
]

const refused: readonly (readonly [CryptoNetwork, string, string])[] = [
  ['BITCOIN', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum'],
  ['BITCOIN', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsy', 'checksum'],
  ['LITECOIN', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'form'],
  ['BITCOIN', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'checksum'],
  ['BITCOIN', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'checksum'],
  ['BITCOIN', '', 'form'],
  ['BITCOIN_CASH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q', 'checksum'],
  ['ETHEREUM', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'checksum'],
  ['ETHEREUM', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA', 'length'],
  ['STELLAR', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGA', 'checksum'],
  ['SOLANA', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5', 'length'],
  ['SUI', '0x2', 'length']
]

describe('addresses', () => {
  test.each(published)('%s %s (%s) is valid', (network, address) => {
    expect(verifyAddress(network, address)).toMatchObject({ valid: true, test: false })
  })

  test.each(ofTests)('%s %s is a test address', (network, address) => {
    expect(verifyAddress(network, address)).toMatchObject({ valid: true, checked: true, test: true })
    expect(paymentUri(network, address)).toBeNull()
  })

  test('accept Litecoin scripts of before 2018', () => {
    const old = verifyAddress('LITECOIN', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')
    expect(old).toMatchObject({ valid: true, test: false, form: 'Older script' })
  })

  test.each(refused)('%s %s is refused: %s', (network, address, fault) => {
    expect(verifyAddress(network, address)).toMatchObject({ valid: false, fault })
  })

  test('report a missing checksum', () => {
    const bare = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
    expect(verifyAddress('ETHEREUM', bare)).toMatchObject({ valid: true, checked: false })
  })

  test('refuse keys that are not on the curve: BIP 341', () => {
    const form = addressForms.BITCOIN[1]!
    const x = Buffer.from('eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34', 'hex')
    expect(verifyAddress('BITCOIN', form.write(x))).toMatchObject({ valid: false, fault: 'key' })
  })

  test('are read back, and reject changes', () => {
    const cases = cryptoNetworks.flatMap((network) =>
      [...addressForms[network], ...(testForms[network] ?? [])].map((form) => ({ network, form }))
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.uint8Array({ minLength: 40, maxLength: 40 }),
        fc.nat(),
        ({ network, form }, bytes, index) => {
          const payload = bytes.slice(0, form.bytes)
          fc.pre(form.accepts?.(payload) ?? true)
          const text = form.write(payload)
          const reading = form.read(text)
          expect('payload' in reading && [...reading.payload]).toEqual([...payload])
          if (!('checked' in reading) || !reading.checked || text.startsWith('0x')) return
          // After the prefix.
          const at = text.length - 1 - (index % 20)
          const other = [...'23456789acdefghj'].find((letter) => letter !== text[at]!.toLowerCase())!
          const letter = text === text.toUpperCase() ? other.toUpperCase() : other
          const changed = text.slice(0, at) + letter + text.slice(at + 1)
          expect(verifyAddress(network, changed).valid).toBe(false)
        }
      ),
      { numRuns: 400 }
    )
  })

  test('judge any text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...cryptoNetworks), fc.string({ unit: 'binary' }), (network, text) => {
        expect(typeof verifyAddress(network, text).valid).toBe('boolean')
      })
    )
  })
})
