import { idleStream } from '#engine/connection/stream/status-board'
import type { ReleaseNotes, UpdatesState } from '#shared/contract/app/updates'
import type { Bridge, Feature, FeatureHandlers, PushName, Pushes } from '#shared/contract/index'
import type { ConnectionsState } from '#shared/contract/connection/connections'
import type { DiagnosticsState } from '#shared/contract/app/diagnostics'
import type { StreamDiagnosis } from '#shared/contract/app/diagnostics-stream'
import type { MarketsState } from '#shared/contract/market/markets'
import { countNames, type StreamCounts } from '#shared/contract/connection/stream-counts'
import { defaultSettings, type Settings } from '#shared/contract/app/settings'
import { ProblemError, type Result } from '#shared/domain/base/problem'
import type { CatalogState } from '#shared/contract/recording/catalog'
import type { PastCosts } from '#shared/contract/recording/past-costs'
import type { RecordingState } from '#shared/contract/recording/recording'
import type { ReplayState } from '#shared/contract/recording/replay'
import type { AlertsState } from '#shared/contract/market/alerts'
import type { WindowContent } from '#shared/contract/workspace/windows'
import type { WorkspacesState } from '#shared/contract/workspace/workspaces'
import { connectionsAnswers } from './fake-connections'
import { drawingsAnswers } from './fake-drawings'
import { noAddresses, noStatements, noConversions, recordsAnswers } from './fake-records'
import { recordingNow, replayAnswers, upToDate } from './app-states'
import { someFolders } from './data-folders'
import { localSandbox, treasury } from './profiles'

const ok = <T>(value: T): Promise<Result<T>> => Promise.resolve({ ok: true, value })

/** A scriptable main that records calls. */
export class FakeMain {
  settings: Settings = { ...defaultSettings, guideDone: true }
  content: WindowContent = { kind: 'desk', view: 'connections', workspace: null }
  notices: string[] = []
  unsaved: string[] = []
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
    keychain: { state: 'ready', sentence: 'The keychain is ready.' },
    checkingWrites: null
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
    feed: null,
    books: [],
    counts: Object.fromEntries(countNames.map((name) => [name, 0])) as StreamCounts
  }
  markets: MarketsState = {
    stream: idleStream(Date.now()),
    watched: [],
    markets: [],
    suggestions: ['BTCUSD', 'ETHUSD'],
    sizePresets: {},
    staleAfter: 10_000
  }
  workspaces: WorkspacesState = {
    all: [],
    removed: null
  }
  alerts: AlertsState = {
    profileId: 'local-sandbox',
    alerts: [],
    fired: [],
    firedCount: 0,
    unseen: 0,
    notSaved: null,
    closing: 'Closing ends Leadline.',
    notNotified: null,
    delivery: { targets: [], problem: null }
  }
  updates: UpdatesState = { ...upToDate }
  recording: RecordingState = { ...recordingNow }
  pastCosts: PastCosts | null = null
  recordings: CatalogState = {
    connections: [],
    complete: true,
    problem: null,
    sharedProblem: null,
    job: null
  }
  replay: ReplayState | null = null
  notes: ReleaseNotes[] = [{ version: '0.1.0', released: null, text: '- First' }]
  readonly calls: { readonly name: string; readonly payload: unknown }[] = []
  readonly answers: Record<string, (payload: never) => unknown> = {}
  private readonly listeners: Record<string, Set<(value: never) => void>> = {}

  push<N extends PushName>(name: N, value: Pushes[N]): void {
    for (const listener of this.listeners[name] ?? []) listener(value as never)
  }

  payloads(name: string): unknown[] {
    return this.calls.filter((call) => call.name === name).map((call) => call.payload)
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
    on: (name, listener) => {
      const listeners = (this.listeners[name] ??= new Set())
      listeners.add(listener as (value: never) => void)
      return () => void listeners.delete(listener as (value: never) => void)
    },
    call: new Proxy({} as Bridge['call'], {
      get: (_, feature: Feature) =>
        new Proxy(
          {},
          { get: (_calls, name: string) => (payload: unknown) => this.record(feature, name, payload) }
        )
    })
  }

  /** Each other call answers as `read` of its feature, or null. */
  private readonly usual: { readonly [F in Feature]?: Partial<FeatureHandlers<F>> } = {
    app: {
      ready: () => ({
        windowId: '1',
        content: this.content,
        onTop: false,
        notices: this.notices,
        unsaved: this.unsaved,
        panels: this.panels
      }),
      about: () => ({
        version: '0.1.0',
        electron: '33.2.1',
        chromium: '130.0.6723.137',
        node: '20.18.1',
        system: 'Linux x64',
        olderRuntime: true
      }),
      licences: () => [
        { name: 'svelte', version: '5.57.3', licence: 'MIT', text: 'The MIT licence.' },
        { name: 'ws', version: '8.23.0', licence: 'MIT', text: 'The MIT licence.' }
      ]
    },
    login: { read: () => ({ on: false, canChange: true, sentence: '' }) },
    settings: {
      read: () => this.settingsState(),
      change: (payload) => {
        this.settings = { ...this.settings, ...(payload as Partial<Settings>) }
        return this.settingsState()
      },
      reset: () => {
        this.settings = { ...defaultSettings, guideDone: this.settings.guideDone }
        return this.settingsState()
      }
    },
    data: {
      list: () => this.folders,
      clear: () => this.folders,
      backUp: () => ({ path: '/home/me/leadline.zip', bytes: 12_000 })
    },
    connections: connectionsAnswers(this),
    diagnostics: {
      read: () => this.diagnostics,
      health: () => [],
      simulateFault: () => this.diagnostics.local,
      stop: () => this.diagnostics.local,
      stopAll: () => this.diagnostics.local,
      stream: () => this.stream,
      frames: () => ({ frames: [], newest: 0 }),
      supportContents: () => [],
      saveSupport: () => ({ path: '/home/me/support.zip', bytes: 9000 })
    },
    markets: {
      read: () => this.markets,
      watch: (payload) => {
        const added = { market: payload.market, state: 'idle', since: Date.now(), reason: null } as const
        return (this.markets = { ...this.markets, watched: [...this.markets.watched, added] })
      },
      unwatch: (payload) => {
        const watched = this.markets.watched.filter(({ market }) => market !== payload.market)
        return (this.markets = { ...this.markets, watched })
      },
      arrange: (payload) => {
        const { watched } = this.markets
        const ordered = payload.markets.flatMap((name) => watched.filter(({ market }) => market === name))
        return (this.markets = { ...this.markets, watched: ordered })
      },
      setSizePresets: ({ market, presets }) => {
        const sizePresets = { ...this.markets.sizePresets, [market]: presets }
        return (this.markets = { ...this.markets, sizePresets })
      }
    },
    workspaces: {
      read: () => this.workspaces,
      act: () => ({ state: this.workspaces, made: null }),
      save: () => ({ path: '/home/me/desk.json' }),
      load: () => null
    },
    alerts: {
      read: () => this.alerts,
      add: () => ({ id: 'new', state: this.alerts }),
      log: () => []
    },
    drawings: drawingsAnswers((state) => this.push('drawings.changed', state)),
    savedReports: { read: () => [] },
    templates: { read: () => ({ workspaces: [], panels: [] }) },
    recording: {
      read: () => this.recording,
      verify: () => this.recording,
      cancelVerification: () => null,
      retryDesk: () => null
    },
    recordings: { read: () => this.recordings },
    pastCosts: { read: () => this.pastCosts, cancel: () => null },
    analysis: { sealed: () => null, fillFiles: () => [] },
    replay: replayAnswers(() => this.replay),
    updates: {
      read: () => this.updates,
      notes: () => this.notes,
      check: () => this.updates,
      dismiss: () => (this.updates = { ...this.updates, available: null, wasUpdated: false }),
      download: () => this.updates,
      cancelDownload: () => this.updates,
      discardInstaller: () => (this.updates = { ...this.updates, download: { state: 'none' } })
    },
    ...recordsAnswers(this),
    panelExport: {
      savePicture: () => ({ path: '/home/me/panel.png' }),
      saveFigures: () => ({ path: '/home/me/panel.csv' })
    }
  }

  private settingsState() {
    return { settings: this.settings, notSaved: null }
  }

  private record(feature: Feature, call: string, payload: unknown): Promise<Result<unknown>> {
    const name = `${feature}.${call}`
    this.calls.push({ name, payload })
    const usual = this.usual[feature] as Record<string, (payload: never) => unknown> | undefined
    const answer = this.answers[name] ?? usual?.[call] ?? usual?.['read'] ?? (() => null)
    try {
      return ok(answer(payload as never))
    } catch (thrown) {
      if (thrown instanceof ProblemError) return Promise.resolve({ ok: false, error: thrown.problem })
      throw thrown
    }
  }
}
