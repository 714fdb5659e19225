import { addressText } from '#shared/messages/addresses'
import { networkName, type CryptoNetwork } from '../networks'
import { base58checkForm, solanaForm } from './base58'
import { cashForm } from './cashaddr'
import { addressFaults, type AddressFault, type AddressForm } from './form'
import { evmForm, suiForm } from './hex'
import { segwitForm } from './segwit'
import { strKeyForm } from './stellar'
import { testForms } from './test-networks'

const { forms } = addressText
const evm = [evmForm]

/** The main network's forms, most common first. */
export const addressForms: Readonly<Record<CryptoNetwork, readonly AddressForm[]>> = {
  BITCOIN: [
    segwitForm(forms.segwitKey, 'bc', 0, 20),
    segwitForm(forms.taproot, 'bc', 1, 32),
    base58checkForm(forms.legacyKey, 0x00),
    base58checkForm(forms.script, 0x05),
    segwitForm(forms.segwitScript, 'bc', 0, 32)
  ],
  LITECOIN: [
    segwitForm(forms.segwitKey, 'ltc', 0, 20),
    base58checkForm(forms.legacyKey, 0x30),
    base58checkForm(forms.script, 0x32),
    segwitForm(forms.segwitScript, 'ltc', 0, 32),
    segwitForm(forms.taproot, 'ltc', 1, 32)
  ],
  DOGECOIN: [base58checkForm(forms.key, 0x1e), base58checkForm(forms.script, 0x16)],
  BITCOIN_CASH: [
    cashForm(forms.key, 0, 20),
    cashForm(forms.script, 1, 20),
    cashForm(forms.longScript, 1, 32),
    cashForm(forms.keyWithTokens, 2, 20),
    cashForm(forms.scriptWithTokens, 3, 20),
    base58checkForm(forms.legacyKey, 0x00),
    base58checkForm(forms.legacyScript, 0x05)
  ],
  STELLAR: [strKeyForm(forms.account, 6 << 3, 32), strKeyForm(forms.muxed, 12 << 3, 40)],
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
      readonly checked: boolean
      /** A test network address: coins of the main network would be lost. */
      readonly test: boolean
    }
  | { readonly valid: false; readonly fault: AddressFault; readonly sentence: string }

/** Until 2018 Litecoin scripts used Bitcoin's form; wallets still accept it. */
const olderForms: Readonly<Partial<Record<CryptoNetwork, readonly AddressForm[]>>> = {
  LITECOIN: [base58checkForm(forms.olderScript, 0x05)]
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
  return { valid: false, fault: worst, sentence: addressText.faults[worst](networkName(network)) }
}
