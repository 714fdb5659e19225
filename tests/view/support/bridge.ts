import { idleStream } from '#engine/connection/stream/status-board'
import type { Bridge, PushName, Pushes } from '#shared/contract/index'
import type { ConnectionsState, Profile, SaveOutcome } from '#shared/contract/connection/connections'
import type { DiagnosticsState } from '#shared/contract/app/diagnostics'
import type { StreamDiagnosis } from '#shared/contract/app/diagnostics-stream'
import type { MarketsState } from '#shared/contract/market/markets'
import { countNames, type StreamCounts } from '#shared/contract/connection/stream-counts'
import { defaultSettings, type Settings } from '#shared/contract/app/settings'
import { ProblemError, type Result } from '#shared/domain/base/problem'
import type { AlertsState } from '#shared/contract/market/alerts'
import type { WindowContent } from '#shared/contract/workspace/windows'
import type { WorkspacesState } from '#shared/contract/workspace/workspaces'
import { noAddresses, noStatements, noConversions, recordsCalls } from './fake-records'
import { someFolders } from './data-folders'
import { localSandbox, treasury } from './profiles'

const ok = <T>(value: T): Promise<Result<T>> => Promise.resolve({ ok: true, value })

/** A scriptable main that records calls. */
export class FakeMain {
  settings: Settings = { ...defaultSettings, guideDone: true }
  notSaved: string | null = null
  content: WindowContent = { kind: 'desk', view: 'connections', workspace: null }
  notices: string[] = []
  panels = { careful: false, stopped: [] as string[] }
  connections: ConnectionsState = {
    profiles: [localSandbox, treasury],
    status: {
      profileId: null,
      phase: 'idle',
      sentence: 'Not connected.',
      since: Date.now(),
      problem: null,
      retryAt: null,
      troubles: [],
      tokenExpiresAt: null,
      granted: []
    },
    keychain: { state: 'ready', sentence: 'The keychain is ready.' }
  }
  addresses = noAddresses
  conversions = noConversions
  statements = noStatements
  folders = someFolders
  diagnostics: DiagnosticsState = {
    timeline: [],
    local: { addresses: null, markets: [], active: [] }
  }
  stream: StreamDiagnosis = {
    books: [],
    counts: Object.fromEntries(countNames.map((name) => [name, 0])) as StreamCounts
  }
  markets: MarketsState = {
    stream: idleStream(Date.now()),
    watched: [],
    markets: [],
    suggestions: ['BTCUSD', 'ETHUSD'],
    staleAfter: 10_000,
    notSaved: null
  }
  workspaces: WorkspacesState = {
    all: [],
    removed: null,
    notSaved: null
  }
  alerts: AlertsState = {
    profileId: 'local-sandbox',
    alerts: [],
    fired: [],
    firedCount: 0,
    unseen: 0,
    notSaved: null,
    closing: 'Closing ends Leadline.',
    notNotified: null
  }
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

  streamIs(stream: Partial<MarketsState['stream']>): void {
    this.markets = { ...this.markets, stream: { ...this.markets.stream, ...stream } }
    this.push('markets.changed', this.markets)
  }

  live(): void {
    this.status({ profileId: localSandbox.id, phase: 'connected', sentence: 'Connected.' })
    this.streamIs({ phase: 'subscribed', channels: { wanted: 2, confirmed: 2, markets: 1 } })
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
            content: this.content,
            onTop: false,
            notices: this.notices,
            panels: this.panels
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
        openWorkspace: (payload) => this.hear('windows.openWorkspace', payload, () => null),
        rememberView: (payload) => this.hear('windows.rememberView', payload, () => null),
        rememberWorkspace: (payload) => this.hear('windows.rememberWorkspace', payload, () => null),
        stayOnTop: (payload) => this.hear('windows.stayOnTop', payload, () => null),
        restoring: (payload) => this.hear('windows.restoring', payload, () => null),
        removeStopped: (payload) => this.hear('windows.removeStopped', payload, () => null),
        toggleFullScreen: () => this.hear('windows.toggleFullScreen', undefined, () => null)
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
        list: () => this.hear('data.list', undefined, () => this.folders),
        clear: (payload) => this.hear('data.clear', payload, () => this.folders),
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
        simulateFault: (payload) =>
          this.hear('diagnostics.simulateFault', payload, () => this.diagnostics.local),
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
        arrange: (payload) =>
          this.hear('markets.arrange', payload, () => {
            const { watched } = this.markets
            const ordered = payload.markets.flatMap((name) => watched.filter(({ market }) => market === name))
            return (this.markets = { ...this.markets, watched: ordered })
          }),
        subscribe: (payload) => this.hear('markets.subscribe', payload, () => null),
        unsubscribe: (payload) => this.hear('markets.unsubscribe', payload, () => null),
        retry: () => this.hear('markets.retry', undefined, () => null)
      },
      workspaces: {
        read: () => this.hear('workspaces.read', undefined, () => this.workspaces),
        act: (payload) =>
          this.hear('workspaces.act', payload, () => ({ state: this.workspaces, made: null })),
        point: (payload) => this.hear('workspaces.point', payload, () => null),
        save: (payload) => this.hear('workspaces.save', payload, () => ({ path: '/home/me/desk.json' })),
        load: () => this.hear('workspaces.load', undefined, () => null)
      },
      alerts: {
        read: () => this.hear('alerts.read', undefined, () => this.alerts),
        add: (payload) => this.hear('alerts.add', payload, () => ({ id: 'new', state: this.alerts })),
        change: (payload) => this.hear('alerts.change', payload, () => this.alerts),
        remove: (payload) => this.hear('alerts.remove', payload, () => this.alerts),
        log: (payload) => this.hear('alerts.log', payload, () => []),
        seen: (payload) => this.hear('alerts.seen', payload, () => this.alerts),
        clearLog: () => this.hear('alerts.clearLog', undefined, () => this.alerts)
      },
      ...recordsCalls((...call) => this.hear(...call), this),
      panelExport: {
        copyPicture: (payload) => this.hear('panelExport.copyPicture', payload, () => null),
        savePicture: (payload) =>
          this.hear('panelExport.savePicture', payload, () => ({ path: '/home/me/panel.png' })),
        saveFigures: (payload) =>
          this.hear('panelExport.saveFigures', payload, () => ({ path: '/home/me/panel.csv' }))
      }
    }
  }

  private settingsState() {
    return { settings: this.settings, notSaved: this.notSaved }
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
