import { addressText } from '#shared/messages/addresses'
import type { AddressVerification } from '#shared/contract/records/addresses/index'
import { verifyAddress } from '#shared/domain/records/address/index'
import { isCryptoNetwork, networkName } from '#shared/domain/records/networks'

const { checks: text } = addressText

export function verificationOf(network: string, address: string): AddressVerification {
  if (!isCryptoNetwork(network)) {
    return { state: 'unknown', sentence: text.unknownNetwork(network) }
  }
  const name = networkName(network)
  const verdict = verifyAddress(network, address)
  if (!verdict.valid) {
    return { state: 'wrong', sentence: text.wrong(name, verdict.sentence) }
  }
  if (verdict.test) {
    return { state: 'test', sentence: text.test(name, verdict.form) }
  }
  if (!verdict.checked) {
    return { state: 'unchecked', sentence: text.noChecksum(name, verdict.form) }
  }
  return { state: 'right', sentence: text.valid(name, verdict.form) }
}
