import type { AccessTest } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { connectionsText } from '#shared/messages/profiles'
import { requestTokenInTurn, type Restraints } from './tokens'
import type { Access } from './access'
import type { ConnectingPorts } from './connecting'
import { judgeScopes } from './scopes'

/** Requests one token to see what the service grants and how fast. */
export async function testAccess(
  ports: ConnectingPorts,
  restraints: Restraints,
  access: Access
): Promise<AccessTest> {
  if (access.scopes.length === 0) {
    throw fail('connection.no-feature', connectionsText.fields.noFeature)
  }
  const { signal } = new AbortController()
  let begun = 0
  const token = await requestTokenInTurn(ports, restraints.at(access.tokenHost), {
    signal,
    prepare: async () => {
      begun = ports.clock.monotonic()
      return access
    }
  })
  const milliseconds = Math.max(0, Math.round(ports.clock.monotonic() - begun))
  const { missing, excessive } = judgeScopes(access.scopes, token.scopes)
  const { scopes: granted, expiresInSeconds } = token
  return { kind: 'access', granted, missing, excessive, expiresInSeconds, milliseconds }
}
