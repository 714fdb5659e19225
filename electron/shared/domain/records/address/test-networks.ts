import { addressText } from '#shared/messages/addresses'
import type { CryptoNetwork } from '../networks'
import { base58checkForm } from './base58'
import { cashForm } from './cashaddr'
import type { AddressForm } from './form'
import { segwitForm } from './segwit'

const { forms } = addressText
const bitcoinLike = [base58checkForm(forms.legacyKey, 0x6f), base58checkForm(forms.script, 0xc4)]
const segwit = (prefix: string) => [
  segwitForm(forms.segwitKey, prefix, 0, 20),
  segwitForm(forms.taproot, prefix, 1, 32),
  segwitForm(forms.segwitScript, prefix, 0, 32)
]

/** Test network forms; other networks use their main form. */
export const testForms: Readonly<Partial<Record<CryptoNetwork, readonly AddressForm[]>>> = {
  BITCOIN: [...segwit('tb'), ...segwit('bcrt'), ...bitcoinLike],
  LITECOIN: [...segwit('tltc'), ...segwit('rltc'), base58checkForm(forms.script, 0x3a), ...bitcoinLike],
  DOGECOIN: [base58checkForm(forms.key, 0x71), ...bitcoinLike],
  BITCOIN_CASH: [
    ...['bchtest', 'bchreg'].flatMap((prefix) => [
      cashForm(forms.key, 0, 20, prefix),
      cashForm(forms.script, 1, 20, prefix),
      cashForm(forms.longScript, 1, 32, prefix),
      cashForm(forms.keyWithTokens, 2, 20, prefix),
      cashForm(forms.scriptWithTokens, 3, 20, prefix)
    ]),
    ...bitcoinLike
  ]
}
