import { isCryptoNetwork, networkNames } from '#shared/domain/records/networks'

/** What Leadline does not know is called as the service calls it. */
export const networkName = (network: string) => (isCryptoNetwork(network) ? networkNames[network] : network)
