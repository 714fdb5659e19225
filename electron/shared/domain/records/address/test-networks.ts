import type { CryptoNetwork } from '../networks'
import { base58checkForm } from './base58'
import { cashForm } from './cashaddr'
import type { AddressForm } from './form'
import { segwitForm } from './segwit'

const bitcoinLike = [base58checkForm('Legacy key', 0x6f), base58checkForm('Script', 0xc4)]
const segwit = (prefix: string) => [
  segwitForm('SegWit key', prefix, 0, 20),
  segwitForm('Taproot', prefix, 1, 32),
  segwitForm('SegWit script', prefix, 0, 32)
]

/** How networks write addresses where coins are worth nothing. The others write them as on their main network. */
export const testForms: Readonly<Partial<Record<CryptoNetwork, readonly AddressForm[]>>> = {
  BITCOIN: [...segwit('tb'), ...segwit('bcrt'), ...bitcoinLike],
  LITECOIN: [...segwit('tltc'), ...segwit('rltc'), base58checkForm('Script', 0x3a), ...bitcoinLike],
  DOGECOIN: [base58checkForm('Key', 0x71), ...bitcoinLike],
  BITCOIN_CASH: [
    ...['bchtest', 'bchreg'].flatMap((prefix) => [
      cashForm('Key', 0, 20, prefix),
      cashForm('Script', 1, 20, prefix),
      cashForm('Long script', 1, 32, prefix),
      cashForm('Key, takes tokens', 2, 20, prefix),
      cashForm('Script, takes tokens', 3, 20, prefix)
    ]),
    ...bitcoinLike
  ]
}
