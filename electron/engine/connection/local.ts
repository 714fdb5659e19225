import { localSandboxId, type Profile } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { connectionsText } from '#shared/messages/profiles'

/** The local sandbox, which provides its own URLs and credentials. */
export interface LocalService {
  start(): Promise<{
    readonly restBase: string
    readonly tokenHost: string
    readonly streamAddress: string
    readonly clientId: string
    readonly clientSecret: string
  }>
}

export const localProfile: Profile = {
  id: localSandboxId,
  builtIn: true,
  name: connectionsText.sandbox.name,
  environment: 'local',
  restBase: '',
  tokenHost: '',
  streamAddress: '',
  clientId: '',
  features: { markets: true, addresses: true, conversions: true, statements: true },
  secret: 'not-needed',
  writeAccess: null
}

export const localAbsent = () => fail('connection.local-absent', connectionsText.sandbox.notIncluded)
