import type { AddressVerification } from '#shared/contract/records/addresses'
import { verifyAddress } from '#shared/domain/records/address/index'
import { isCryptoNetwork, networkNames } from '#shared/domain/records/networks'

export function verificationOf(network: string, address: string): AddressVerification {
  if (!isCryptoNetwork(network)) {
    const sentence = `Leadline does not know the network ${network}, so it cannot check this address.`
    return { state: 'unknown', sentence }
  }
  const name = networkNames[network]
  const verdict = verifyAddress(network, address)
  if (!verdict.valid) {
    return { state: 'wrong', sentence: `Do not use this address for ${name}. ${verdict.sentence}` }
  }
  if (verdict.test) {
    const sentence = `An address of ${name}’s test network (${verdict.form}). What is sent to it from the main network is lost.`
    return { state: 'test', sentence }
  }
  if (!verdict.checked) {
    const sentence = `Written like an address of ${name} (${verdict.form}). This form carries no checksum, so a wrong character would not show.`
    return { state: 'unchecked', sentence }
  }
  return { state: 'right', sentence: `The checksum is right for ${name} (${verdict.form}).` }
}
