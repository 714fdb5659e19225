import { localSandboxId, type Profile } from '#shared/contract/connection/connections'

export const localSandbox: Profile = {
  id: localSandboxId,
  name: 'Local sandbox',
  environment: 'local',
  restBase: '',
  tokenHost: '',
  streamAddress: '',
  clientId: '',
  features: { markets: true, addresses: true, conversions: true, statements: true },
  builtIn: true,
  secret: 'not-needed',
  writeAccess: null
}

export const treasury: Profile = {
  id: 'treasury',
  name: 'Treasury desk',
  environment: 'production',
  restBase: 'https://api.service.example',
  tokenHost: 'https://auth.service.example',
  streamAddress: 'wss://stream.service.example/v1',
  clientId: 'desk-reader',
  features: { markets: true, addresses: true, conversions: true, statements: false },
  builtIn: false,
  secret: 'keychain',
  writeAccess: null
}
