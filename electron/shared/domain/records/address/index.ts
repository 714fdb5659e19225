import { networkNames, type CryptoNetwork } from '../networks'
import { base58checkForm, solanaForm } from './base58'
import { cashForm } from './cashaddr'
import { addressFaults, type AddressFault, type AddressForm } from './form'
import { evmForm, suiForm } from './hex'
import { segwitForm } from './segwit'
import { strKeyForm } from './stellar'
import { testForms } from './test-networks'

const evm = [evmForm]

/** Each network's forms on its main network, the most usual first. */
export const addressForms: Readonly<Record<CryptoNetwork, readonly AddressForm[]>> = {
  BITCOIN: [
    segwitForm('SegWit key', 'bc', 0, 20),
    segwitForm('Taproot', 'bc', 1, 32),
    base58checkForm('Legacy key', 0x00),
    base58checkForm('Script', 0x05),
    segwitForm('SegWit script', 'bc', 0, 32)
  ],
  LITECOIN: [
    segwitForm('SegWit key', 'ltc', 0, 20),
    base58checkForm('Legacy key', 0x30),
    base58checkForm('Script', 0x32),
    segwitForm('SegWit script', 'ltc', 0, 32),
    segwitForm('Taproot', 'ltc', 1, 32)
  ],
  DOGECOIN: [base58checkForm('Key', 0x1e), base58checkForm('Script', 0x16)],
  BITCOIN_CASH: [
    cashForm('Key', 0, 20),
    cashForm('Script', 1, 20),
    cashForm('Long script', 1, 32),
    cashForm('Key, takes tokens', 2, 20),
    cashForm('Script, takes tokens', 3, 20),
    base58checkForm('Legacy key', 0x00),
    base58checkForm('Legacy script', 0x05)
  ],
  STELLAR: [strKeyForm('Account', 6 << 3, 32), strKeyForm('Muxed account', 12 << 3, 40)],
  SOLANA: [solanaForm],
  SUI: [suiForm],
  ETHEREUM: evm,
  POLYGON_POS: evm,
  BASE: evm,
  ARBITRUM_ONE: evm,
  INK: evm,
  XLAYER: evm,
  AVALANCHE: evm,
  ROBINHOOD: evm,
  BNB: evm
}

type AddressVerdict =
  | {
      readonly valid: true
      readonly form: string
      /** Its form carries a checksum, and that is right. */
      readonly checked: boolean
      /** It belongs to a network of tests: what is sent to it from the main network is lost. */
      readonly test: boolean
    }
  | { readonly valid: false; readonly fault: AddressFault; readonly sentence: string }

const sentences: Readonly<Record<AddressFault, (network: string) => string>> = {
  form: (network) => `This is not written like an address of ${network}.`,
  length: (network) => `This is too long or too short for an address of ${network}.`,
  key: (network) => `No key of ${network} can own this address, so coins sent to it would be lost.`,
  checksum: () => 'The checksum is wrong: at least one character was changed or lost.'
}

/** Litecoin wrote its scripts like Bitcoin's until 2018; wallets still read them. */
const olderForms: Readonly<Partial<Record<CryptoNetwork, readonly AddressForm[]>>> = {
  LITECOIN: [base58checkForm('Older script', 0x05)]
}

export function verifyAddress(network: CryptoNetwork, address: string): AddressVerdict {
  let worst: AddressFault = 'form'
  const main = [...addressForms[network], ...(olderForms[network] ?? [])]
  const test = testForms[network] ?? []
  for (const [index, form] of [...main, ...test].entries()) {
    const reading = form.read(address)
    if ('payload' in reading) {
      return { valid: true, form: form.name, checked: reading.checked, test: index >= main.length }
    }
    if (addressFaults.indexOf(reading.fault) > addressFaults.indexOf(worst)) worst = reading.fault
  }
  return { valid: false, fault: worst, sentence: sentences[worst](networkNames[network]) }
}
