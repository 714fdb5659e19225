import { libText } from '../../messages/lib'
import type { Bridge } from '#shared/contract/index'
import type {
  ConnectionsState,
  ConnectionStatus,
  Environment,
  KeychainReport,
  Profile
} from '#shared/contract/connection/connections'
import { valueOf } from '../client'

const nothing: ConnectionsState = {
  profiles: [],
  status: {
    profileId: null,
    phase: 'idle',
    sentence: libText.notConnected,
    since: Date.now(),
    problem: null,
    retryAt: null,
    troubles: [],
    tokenExpiresAt: null,
    granted: []
  },
  keychain: { state: 'ready', sentence: '' },
  checkingWrites: null
}

/** The profiles and the connection of the app, as in main. */
export class ConnectionsStore {
  state = $state.raw<ConnectionsState>(nothing)

  constructor(private readonly bridge: Bridge) {}

  get profiles(): readonly Profile[] {
    return this.state.profiles
  }

  get status(): ConnectionStatus {
    return this.state.status
  }

  /** The environment of the active profile, or null. */
  get environment(): Environment | null {
    const { profileId, phase } = this.status
    if (phase === 'idle' || profileId === null) return null
    return this.profile(profileId)?.environment ?? null
  }

  profile(id: string | null): Profile | undefined {
    return this.profiles.find((each) => each.id === id)
  }

  async share(id: string): Promise<void> {
    this.state = (await valueOf(this.bridge.call.connections.share({ id }))) ?? this.state
  }

  async stopSharing(id: string): Promise<void> {
    this.state = await valueOf(this.bridge.call.connections.stopSharing({ id }))
  }

  start(): () => void {
    return this.bridge.on('connections.changed', (state) => (this.state = state))
  }

  async load(): Promise<void> {
    this.state = await valueOf(this.bridge.call.connections.read())
  }

  async connect(id: string): Promise<void> {
    this.state = await valueOf(this.bridge.call.connections.connect({ id }))
  }

  async disconnect(): Promise<void> {
    this.state = await valueOf(this.bridge.call.connections.disconnect())
  }

  async duplicate(id: string): Promise<string> {
    const outcome = await valueOf(this.bridge.call.connections.duplicate({ id }))
    this.state = outcome.state
    return outcome.id
  }

  async remove(id: string): Promise<void> {
    this.state = await valueOf(this.bridge.call.connections.remove({ id }))
  }

  async checkWriteAccess(id: string): Promise<void> {
    this.state = await valueOf(this.bridge.call.connections.checkWriteAccess({ id }))
  }

  async stopWriteAccessCheck(): Promise<void> {
    await valueOf(this.bridge.call.connections.stopWriteAccessCheck())
  }

  async checkKeychain(): Promise<KeychainReport> {
    const keychain = await valueOf(this.bridge.call.connections.checkKeychain())
    this.state = { ...this.state, keychain }
    return keychain
  }
}
