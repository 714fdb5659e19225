import type { ConnectionsState, Profile, SaveOutcome } from '#shared/contract/connection/connections'
import type { Bridge, FeatureHandlers } from '#shared/contract/index'
import { treasury } from './profiles'

interface ConnectionsMain {
  connections: ConnectionsState
  readonly status: (status: Partial<ConnectionsState['status']>) => void
}

export const connectionsAnswers = (main: ConnectionsMain): Partial<FeatureHandlers<'connections'>> => ({
  read: () => main.connections,
  save: (payload) => save(main, payload),
  duplicate: (payload) => {
    const from = main.connections.profiles.find(({ id }) => id === payload.id) ?? treasury
    const copy: Profile = {
      ...from,
      id: `${from.id}-copy`,
      name: `${from.name} copy`,
      builtIn: false,
      secret: 'none'
    }
    main.connections = { ...main.connections, profiles: [...main.connections.profiles, copy] }
    return { id: copy.id, state: main.connections }
  },
  remove: (payload) => {
    const profiles = main.connections.profiles.filter(({ id }) => id !== payload.id)
    return (main.connections = { ...main.connections, profiles })
  },
  test: () => ({
    kind: 'access',
    granted: ['rewards:read_statements'],
    missing: [],
    excessive: [],
    expiresInSeconds: 3600,
    milliseconds: 84.25
  }),
  connect: (payload) => {
    main.status({
      profileId: payload.id,
      phase: 'connected',
      sentence: 'Connected.',
      since: Date.now(),
      tokenExpiresAt: Date.now() + 3_252_000
    })
    return main.connections
  },
  disconnect: () => {
    main.status({ profileId: null, phase: 'idle', sentence: 'Not connected.', tokenExpiresAt: null })
    return main.connections
  },
  checkKeychain: () => main.connections.keychain
})

type Saving = Parameters<Bridge['call']['connections']['save']>[0]

function save(main: ConnectionsMain, { id, draft, clientSecret, sessionOnly }: Saving): SaveOutcome {
  if (draft.name === '') return { saved: false, fields: { name: 'Give the connection a name.' } }
  const before = main.connections.profiles.find((profile) => profile.id === id)
  const kept = sessionOnly ? 'session' : 'keychain'
  const saved: Profile = {
    ...draft,
    id: id ?? 'added',
    builtIn: false,
    secret: clientSecret ? kept : (before?.secret ?? 'none'),
    writeAccess: before?.writeAccess ?? null
  }
  const others = main.connections.profiles.filter((profile) => profile.id !== saved.id)
  main.connections = { ...main.connections, profiles: [...others, saved] }
  return { saved: true, id: saved.id, state: main.connections }
}
