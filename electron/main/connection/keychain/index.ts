import { KeychainClient } from './client'
import { checkKeychain } from './check'
import { spawnKeychain } from './spawn'

/** Elsewhere than on Linux the system itself may ask the person, who needs time to answer. */
const requestLimit = process.platform === 'linux' ? 5000 : 60_000

export function setUpKeychain(): KeychainClient {
  return new KeychainClient({
    spawn: spawnKeychain,
    check: () => checkKeychain({ platform: process.platform, environment: process.env, limit: 2000 }),
    limit: requestLimit
  })
}
