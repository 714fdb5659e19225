import { KeychainClient } from './client'
import { checkKeychain } from './check'
import { spawnKeychain } from './spawn'

/** Other systems prompt the user, who needs time. */
const requestLimit = process.platform === 'linux' ? 5000 : 60_000

export function setUpKeychain(): KeychainClient {
  return new KeychainClient({
    spawn: spawnKeychain,
    check: () => checkKeychain({ platform: process.platform, environment: process.env, limit: 2000 }),
    limit: requestLimit
  })
}
