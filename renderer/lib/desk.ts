import { getContext, setContext } from 'svelte'
import type { Bridge } from '#shared/contract/index'
import { EvidenceStore } from './state/evidence.svelte'
import { FeedReceiver } from './feed'
import { MarketFeed } from './markets/market-feed'
import { Sounds } from './sound'
import { ActivePanel } from './state/active-panel.svelte'
import { AlertsStore } from './state/alerts.svelte'
import { Announcer } from './state/announcer.svelte'
import { Ticker } from './state/clock.svelte'
import { CommandRegistry } from './state/commands.svelte'
import { ConnectionsStore } from './state/connections.svelte'
import { CursorStore } from './state/cursor'
import { SharedRangesStore } from './state/shared-ranges'
import { DrawingsStore } from './state/drawings.svelte'
import { Health } from './state/health.svelte'
import { MarketsStore } from './state/markets.svelte'
import { watchLinks } from './state/opening'
import { PanelGate } from './state/panel-gate.svelte'
import { RecordingStore } from './state/recording.svelte'
import { ReplayStore } from './state/replay.svelte'
import { ReplayedAlerts } from './state/replayed-alerts.svelte'
import { Router } from './state/router.svelte'
import { SavedReportsStore } from './state/saved-reports.svelte'
import { SessionStore } from './state/session.svelte'
import { SettingsStore } from './state/settings.svelte'
import { ShownMarkets } from './state/shown-markets.svelte'
import { ShownTime } from './state/shown-time.svelte'
import { Toasts } from './state/toasts.svelte'
import { TemplatesStore } from './state/templates.svelte'
import { UnsavedFiles } from './state/unsaved-files.svelte'
import { UpdatesStore } from './state/updates.svelte'
import { WindowState } from './state/window.svelte'
import { WorkspacesStore } from './state/workspaces.svelte'

/** All that views need, created once for a window and passed by context. */
export interface Desk {
  readonly bridge: Bridge
  readonly settings: SettingsStore
  readonly connections: ConnectionsStore
  readonly markets: MarketsStore
  /** The combined state, as it is shown everywhere. */
  readonly session: SessionStore
  readonly workspaces: WorkspacesStore
  readonly templates: TemplatesStore
  readonly savedReports: SavedReportsStore
  readonly cursor: CursorStore
  readonly sharedRanges: SharedRangesStore
  readonly window: WindowState
  /** Which panels may be shown. */
  readonly panelGate: PanelGate
  readonly alerts: AlertsStore
  readonly drawings: DrawingsStore
  readonly unsaved: UnsavedFiles
  readonly updates: UpdatesStore
  readonly recording: RecordingStore
  readonly replay: ReplayStore
  readonly evidence: EvidenceStore
  readonly replayedAlerts: ReplayedAlerts
  /** The time of what this window shows; `clock` is the real one. */
  readonly time: ShownTime
  /** The markets that this window offers; `markets` are the live ones. */
  readonly shownMarkets: ShownMarkets
  readonly activePanel: ActivePanel
  readonly commands: CommandRegistry
  readonly router: Router
  readonly toasts: Toasts
  readonly announcer: Announcer
  readonly clock: Ticker
  readonly health: Health
  readonly feed: FeedReceiver
  readonly marketFeed: MarketFeed
  readonly sounds: Sounds
  /** Runs the action of a control; a problem becomes a toast. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>
}

function storageOf(page: Window): Storage | null {
  try {
    return page.localStorage
  } catch {
    return null
  }
}

export function createDesk(bridge: Bridge, page: Window): Desk {
  const settings = new SettingsStore(bridge)
  const toasts = new Toasts()
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return true
    } catch (thrown) {
      toasts.problem(thrown)
      return false
    }
  }
  const feed = new FeedReceiver(page)
  const sounds = new Sounds(() => settings.now.sounds)
  const connections = new ConnectionsStore(bridge)
  const markets = new MarketsStore(bridge)
  const health = new Health()
  const marketFeed = new MarketFeed({
    calls: { live: bridge.call.markets, replay: bridge.call.replay },
    feed
  })
  const replay = new ReplayStore({ bridge, feed, marketFeed })
  const clock = new Ticker()
  const alerts = new AlertsStore(bridge, (sound) => void sounds.play(sound))
  return {
    bridge,
    settings,
    toasts,
    attempt,
    connections,
    markets,
    session: new SessionStore(connections, markets, health),
    workspaces: new WorkspacesStore(bridge),
    templates: new TemplatesStore(bridge),
    savedReports: new SavedReportsStore(bridge),
    cursor: new CursorStore(bridge),
    sharedRanges: new SharedRangesStore(bridge),
    window: new WindowState(bridge),
    panelGate: new PanelGate(bridge),
    alerts,
    drawings: new DrawingsStore(bridge),
    unsaved: new UnsavedFiles(bridge, toasts),
    updates: new UpdatesStore(bridge),
    recording: new RecordingStore(bridge),
    replay,
    evidence: new EvidenceStore({ bridge, replay, settings, toasts }),
    replayedAlerts: new ReplayedAlerts(alerts, replay),
    time: new ShownTime(clock, replay),
    shownMarkets: new ShownMarkets(markets, replay),
    activePanel: new ActivePanel(),
    commands: new CommandRegistry(
      bridge.platform,
      (thrown) => toasts.problem(thrown),
      () => storageOf(page),
      () => replay.active
    ),
    router: new Router(page),
    announcer: new Announcer(),
    clock,
    health,
    feed,
    marketFeed,
    sounds
  }
}

/** Starts everything that listens; the returned function stops all of it. */
export function startDesk(desk: Desk, page: Window): () => void {
  const stops = [
    desk.settings.start(),
    desk.connections.start(),
    desk.markets.start(),
    desk.workspaces.start(),
    desk.templates.start(),
    desk.savedReports.start(),
    desk.cursor.start(),
    desk.sharedRanges.start(),
    desk.alerts.start(),
    desk.drawings.start(),
    desk.unsaved.start(),
    desk.updates.start(),
    desk.recording.start(),
    desk.replay.start(),
    desk.router.start(),
    watchLinks(desk),
    desk.clock.start(page.document),
    desk.feed.start(),
    desk.health.start(desk.feed),
    desk.marketFeed.start(),
    desk.bridge.on('app.command', ({ id }) => desk.commands.run(id)),
    desk.bridge.on('app.notice', ({ sentence, kind, offer }) =>
      desk.toasts.show(
        kind,
        sentence,
        null,
        offer ? { label: offer.label, run: () => desk.commands.run(offer.command) } : null
      )
    ),
    () => desk.toasts.dispose(),
    () => void desk.sounds.close()
  ]
  return () => stops.forEach((stop) => stop())
}

const deskKey = Symbol('desk')
export const provideDesk = (desk: Desk) => setContext(deskKey, desk)
export const useDesk = () => getContext<Desk>(deskKey)
