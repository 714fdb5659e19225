import type { Bridge, PushName, Pushes } from '../../../electron/shared/contract'
import {
  localSandboxId,
  type ConnectionsState,
  type Profile,
  type SaveOutcome
} from '../../../electron/shared/contract/connections'
import type { DataPlace } from '../../../electron/shared/contract/data'
import type { DiagnosticsState } from '../../../electron/shared/contract/diagnostics'
import type { StreamDiagnosis } from '../../../electron/shared/contract/diagnostics-stream'
import type { MarketsState } from '../../../electron/shared/contract/markets'
import { countNames, type StreamCounts } from '../../../electron/shared/contract/stream-counts'
import { defaultSettings, type Settings } from '../../../electron/shared/contract/settings'
import { ProblemError, type Result } from '../../../electron/shared/domain/problem'
import type { View } from '../../../electron/shared/contract/views'

const ok = <T>(value: T): Promise<Result<T>> => Promise.resolve({ ok: true, value })

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
  secret: 'not-needed'
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
  secret: 'keychain'
}

/** A main of the tests' own: it keeps what it is told, and each test may answer a call in its own way. */
export class FakeMain {
  settings: Settings = { ...defaultSettings, guideDone: true }
  notKept: string | null = null
  view: View = 'connections'
  notices: string[] = []
  connections: ConnectionsState = {
    profiles: [localSandbox, treasury],
    status: {
      profileId: null,
      phase: 'idle',
      sentence: 'Not connected.',
      since: Date.now(),
      tokenExpiresAt: null,
      granted: []
    },
    keychain: { state: 'ready', sentence: 'The keychain is ready.' }
  }
  places: readonly DataPlace[] = [
    {
      kind: 'settings',
      title: 'Settings',
      path: '/home/me/leadline/settings.json',
      bytes: 420,
      clearing: null
    },
    {
      kind: 'logs',
      title: 'Log',
      path: '/home/me/leadline/logs',
      bytes: 1_250_000,
      clearing: 'The log of this and earlier days is deleted.'
    }
  ]
  diagnostics: DiagnosticsState = {
    timeline: [],
    local: { addresses: null, markets: [], active: [] }
  }
  stream: StreamDiagnosis = {
    books: [],
    counts: Object.fromEntries(countNames.map((name) => [name, 0])) as StreamCounts
  }
  markets: MarketsState = {
    stream: {
      phase: 'idle',
      sentence: 'No market is watched.',
      since: Date.now(),
      retryAt: null,
      attempt: 0,
      roundTrip: null,
      problem: null
    },
    watched: [],
    suggestions: ['BTCUSD', 'ETHUSD'],
    staleAfter: 10_000,
    notKept: null
  }
  /** Every call, in order. */
  readonly heard: { readonly name: string; readonly payload: unknown }[] = []
  readonly answers: Record<string, (payload: never) => unknown> = {}
  private readonly hearers: Record<string, Set<(value: never) => void>> = {}

  push<N extends PushName>(name: N, value: Pushes[N]): void {
    for (const hear of this.hearers[name] ?? []) hear(value as never)
  }

  payloads(name: string): unknown[] {
    return this.heard.filter((call) => call.name === name).map((call) => call.payload)
  }

  status(status: Partial<ConnectionsState['status']>): void {
    this.connections = { ...this.connections, status: { ...this.connections.status, ...status } }
    this.push('connections.changed', this.connections)
  }

  readonly bridge: Bridge = {
    platform: 'linux',
    on: (name, hear) => {
      const hearers = (this.hearers[name] ??= new Set())
      hearers.add(hear as (value: never) => void)
      return () => void hearers.delete(hear as (value: never) => void)
    },
    call: {
      app: {
        ready: () =>
          this.hear('app.ready', undefined, () => ({
            windowId: '1',
            view: this.view,
            notices: this.notices
          })),
        about: () =>
          this.hear('app.about', undefined, () => ({
            version: '0.1.0',
            electron: '33.2.1',
            chromium: '130.0.6723.137',
            node: '20.18.1',
            system: 'Linux x64',
            olderRuntime: true
          })),
        licences: () =>
          this.hear('app.licences', undefined, () => [
            { name: 'svelte', version: '5.57.3', licence: 'MIT', text: 'The MIT licence.' },
            { name: 'ws', version: '8.23.0', licence: 'MIT', text: 'The MIT licence.' }
          ]),
        mark: (payload) => this.hear('app.mark', payload, () => null),
        reportError: (payload) => this.hear('app.reportError', payload, () => null),
        openExternal: (payload) => this.hear('app.openExternal', payload, () => null),
        copyText: (payload) => this.hear('app.copyText', payload, () => null),
        quit: () => this.hear('app.quit', undefined, () => null)
      },
      windows: {
        open: (payload) => this.hear('windows.open', payload, () => null),
        close: () => this.hear('windows.close', undefined, () => null),
        rememberView: (payload) => this.hear('windows.rememberView', payload, () => null)
      },
      settings: {
        read: () => this.hear('settings.read', undefined, () => this.settingsState()),
        change: (payload) =>
          this.hear('settings.change', payload, () => {
            this.settings = { ...this.settings, ...(payload as Partial<Settings>) }
            return this.settingsState()
          }),
        reset: () =>
          this.hear('settings.reset', undefined, () => {
            this.settings = { ...defaultSettings, guideDone: this.settings.guideDone }
            return this.settingsState()
          })
      },
      data: {
        places: () => this.hear('data.places', undefined, () => this.places),
        clear: (payload) => this.hear('data.clear', payload, () => this.places),
        backUp: () =>
          this.hear('data.backUp', undefined, () => ({ path: '/home/me/leadline.zip', bytes: 12_000 })),
        openFolder: (payload) => this.hear('data.openFolder', payload, () => null)
      },
      connections: {
        read: () => this.hear('connections.read', undefined, () => this.connections),
        save: (payload) => this.hear('connections.save', payload, () => this.save(payload.id, payload)),
        duplicate: (payload) =>
          this.hear('connections.duplicate', payload, () => {
            const from = this.connections.profiles.find(({ id }) => id === payload.id) ?? treasury
            const copy: Profile = {
              ...from,
              id: `${from.id}-copy`,
              name: `${from.name} copy`,
              builtIn: false,
              secret: 'none'
            }
            this.connections = { ...this.connections, profiles: [...this.connections.profiles, copy] }
            return { id: copy.id, state: this.connections }
          }),
        remove: (payload) =>
          this.hear('connections.remove', payload, () => {
            const profiles = this.connections.profiles.filter(({ id }) => id !== payload.id)
            return (this.connections = { ...this.connections, profiles })
          }),
        test: (payload) =>
          this.hear('connections.test', payload, () => ({
            granted: ['rewards:read_statements'],
            missing: [],
            excessive: [],
            expiresInSeconds: 3600,
            milliseconds: 84.25
          })),
        connect: (payload) =>
          this.hear('connections.connect', payload, () => {
            this.status({
              profileId: payload.id,
              phase: 'connected',
              sentence: 'Connected.',
              since: Date.now(),
              tokenExpiresAt: Date.now() + 3_252_000
            })
            return this.connections
          }),
        disconnect: () =>
          this.hear('connections.disconnect', undefined, () => {
            this.status({ profileId: null, phase: 'idle', sentence: 'Not connected.', tokenExpiresAt: null })
            return this.connections
          }),
        checkKeychain: () =>
          this.hear('connections.checkKeychain', undefined, () => this.connections.keychain)
      },
      diagnostics: {
        read: () => this.hear('diagnostics.read', undefined, () => this.diagnostics),
        health: () => this.hear('diagnostics.health', undefined, () => []),
        rehearse: (payload) => this.hear('diagnostics.rehearse', payload, () => this.diagnostics.local),
        stop: (payload) => this.hear('diagnostics.stop', payload, () => this.diagnostics.local),
        stopAll: () => this.hear('diagnostics.stopAll', undefined, () => this.diagnostics.local),
        stream: () => this.hear('diagnostics.stream', undefined, () => this.stream),
        frames: (payload) => this.hear('diagnostics.frames', payload, () => ({ frames: [], newest: 0 })),
        supportContents: () => this.hear('diagnostics.supportContents', undefined, () => []),
        saveSupport: (payload) =>
          this.hear('diagnostics.saveSupport', payload, () => ({ path: '/home/me/support.zip', bytes: 9000 }))
      },
      markets: {
        read: () => this.hear('markets.read', undefined, () => this.markets),
        watch: (payload) =>
          this.hear('markets.watch', payload, () => {
            const added = { market: payload.market, state: 'idle', since: Date.now(), reason: null } as const
            return (this.markets = { ...this.markets, watched: [...this.markets.watched, added] })
          }),
        unwatch: (payload) =>
          this.hear('markets.unwatch', payload, () => {
            const watched = this.markets.watched.filter(({ market }) => market !== payload.market)
            return (this.markets = { ...this.markets, watched })
          }),
        subscribe: (payload) => this.hear('markets.subscribe', payload, () => null),
        unsubscribe: (payload) => this.hear('markets.unsubscribe', payload, () => null),
        retry: () => this.hear('markets.retry', undefined, () => null)
      }
    }
  }

  private settingsState() {
    return { settings: this.settings, notKept: this.notKept }
  }

  private save(id: string | null, { draft, clientSecret, sessionOnly }: Saving): SaveOutcome {
    if (draft.name === '') return { saved: false, fields: { name: 'Give the connection a name.' } }
    const before = this.connections.profiles.find((profile) => profile.id === id)
    const kept = sessionOnly ? 'session' : 'keychain'
    const saved: Profile = {
      ...draft,
      id: id ?? 'added',
      builtIn: false,
      secret: clientSecret ? kept : (before?.secret ?? 'none')
    }
    const others = this.connections.profiles.filter((profile) => profile.id !== saved.id)
    this.connections = { ...this.connections, profiles: [...others, saved] }
    return { saved: true, id: saved.id, state: this.connections }
  }

  private hear<T>(name: string, payload: unknown, usual: () => T): Promise<Result<T>> {
    this.heard.push({ name, payload })
    const answer = this.answers[name]
    try {
      return ok(answer ? (answer(payload as never) as T) : usual())
    } catch (thrown) {
      if (thrown instanceof ProblemError) return Promise.resolve({ ok: false, error: thrown.problem })
      throw thrown
    }
  }
}

type Saving = Parameters<Bridge['call']['connections']['save']>[0]
