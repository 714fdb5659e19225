import { randomUUID } from 'node:crypto'
import type { Session } from 'electron'
import { Alerts, openAlertFile, type StoredAlert } from '#engine/market/alerts/index'
import type { Clock } from '#engine/base/clock'
import type { Log } from '#engine/base/log/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { AlertsState, FiredAlert } from '#shared/contract/market/alerts'
import type { ConnectionStatus, Profile } from '#shared/contract/connection/connections'
import { sentenceOf } from '#shared/domain/market/alerts/index'
import type { Pushes } from '../../base/ipc/pushes'
import type { LiveMarkets } from '..'
import { ChangeNotifier } from '../../base/change-notifier'
import type { AfterStartup } from '../../base/startup/after-startup'
import type { WindowRegistry } from '../../workspace/windows/registry'
import { Notifications } from './notifications'
import { SoundWindow } from './sound-window'
import { AlertSounds } from './sounds'

interface AlertsDependencies {
  readonly file: string
  readonly clock: Clock
  readonly pushes: Pick<Pushes, 'broadcast' | 'tell'>
  readonly registry: WindowRegistry
  readonly session: Session
  /** The page that makes a sound while no window is open. */
  readonly soundPage: string
  readonly sounds: () => boolean
  readonly watched: () => readonly string[]
  /** What closing the last window does here. */
  readonly closing: () => string
  /** How many are armed, or what else of them is told, is another number now. */
  readonly changed: () => void
  readonly startNotice: (sentence: string) => void
  /** For what nobody waits for at the start. */
  readonly afterStartup: Pick<AfterStartup, 'after'>
  readonly log: Log
}

interface AlertsDesk {
  readonly handlers: FeatureHandlers<'alerts'>
  readonly armed: () => number
  /** What the person is connected to, or how that stands; a connection that is deleted takes its alerts along. */
  readonly connectionChanged: (state: ConnectionState) => void
  /** The stream that came into use; null when it ended. */
  readonly use: (live: LiveMarkets | null) => void
  readonly streamChanged: () => void
  /** What is said of closing the last window has changed. */
  readonly changed: () => void
  /** What others have to tell on the desktop goes the same way. */
  readonly notify: Notifications['show']
  readonly clear: () => Promise<void>
  readonly dispose: () => Promise<void>
}

interface ConnectionState {
  readonly profiles: readonly Pick<Profile, 'id'>[]
  readonly status: Pick<ConnectionStatus, 'profileId' | 'phase' | 'sentence'>
}

/** Alerts: the engine's judgement made heard, seen and kept. */
export async function setUpAlerts(parts: AlertsDependencies): Promise<AlertsDesk> {
  const { file, clock, pushes, registry, log } = parts
  const changes = new ChangeNotifier(clock, () => {
    pushes.broadcast('alerts.changed', state())
    parts.changed()
  })
  const changed = () => changes.changed()
  const kept = await openAlertFile({ file, clock, changed })
  if (kept.notice) parts.startNotice(kept.notice)
  const notifications = new Notifications({
    platform: process.platform,
    environment: process.env,
    limit: 1500,
    changed
  })
  const soundWindow = new SoundWindow(parts.session, parts.soundPage, (problem) =>
    log.warn('A sound could not be made', problem)
  )
  const sounds = new AlertSounds({
    registry,
    allowed: parts.sounds,
    tell: (windowId, sound) => pushes.tell(windowId, 'alerts.sound', { sound }),
    alone: (sound) => soundWindow.play(sound),
    now: () => clock.monotonic()
  })
  const show = (market: string | null) => {
    if (registry.all.length === 0) registry.restoreAll([])
    const window = registry.focused
    if (!window) return
    registry.bringToFront(window)
    pushes.tell(window.id, 'alerts.show', { market })
  }
  const notify = (fired: FiredAlert) =>
    notifications
      .show({ ...words(fired), clicked: () => show(fired.market) })
      .catch((problem: unknown) => log.warn('A notification was not shown', problem))
  const alerts = new Alerts({
    clock,
    file: kept,
    newId: randomUUID,
    watched: parts.watched,
    changed,
    // Judged on the way of a message: what takes longer comes after it.
    fired: (fired, alert: StoredAlert) =>
      void setImmediate(() => {
        pushes.broadcast('alerts.fired', fired)
        sounds.play(alert.sound)
        if (alert.notify) void notify(fired)
      })
  })
  const state = (): AlertsState => ({
    ...alerts.state,
    closing: parts.closing(),
    notNotified: notifications.absent
  })
  let profiles: readonly string[] = []
  let status: ConnectionState['status'] | null = null
  let live: LiveMarkets | null = null
  const seeConnection = () => {
    if (status) alerts.seeConnection({ ...status, stream: live?.stream.status ?? null })
  }
  parts.afterStartup.after(() => void notifications.look())
  return {
    handlers: {
      read: state,
      async add(draft) {
        return { id: await alerts.add(draft), state: state() }
      },
      async change({ id, draft }) {
        await alerts.change(id, withoutUndefined(draft))
        return state()
      },
      async remove({ id }) {
        await alerts.remove(id)
        return state()
      },
      log: ({ before }) => alerts.log(before),
      async seen({ upTo }) {
        await alerts.seen(upTo)
        return state()
      },
      async clearLog() {
        await alerts.clearLog()
        return state()
      }
    },
    armed: () => alerts.armed,
    connectionChanged({ profiles: now, status: next }) {
      for (const id of profiles) if (!now.some((each) => each.id === id)) void alerts.forget(id)
      profiles = now.map(({ id }) => id)
      status = next
      alerts.useProfile(next.profileId)
      seeConnection()
    },
    use(next) {
      live = next
      alerts.useHub(next?.hub ?? null)
      seeConnection()
    },
    streamChanged: seeConnection,
    changed,
    notify: (wanted) => notifications.show(wanted),
    clear: () => alerts.clear(),
    async dispose() {
      changes.dispose()
      soundWindow.close()
      notifications.dispose()
      await alerts.dispose()
    }
  }
}

function words({ market, condition, values, note }: FiredAlert): { title: string; body: string } {
  const seen = values.slice(0, 4).map(({ name, value }) => `${name} ${value}`)
  return {
    title: `${market === null ? '' : `${market}: `}${sentenceOf(condition)}`,
    body: [...(note === '' ? [] : [note]), seen.join(' · ')].join('\n')
  }
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const withoutUndefined = <T extends object>(draft: T): Given<T> =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as Given<T>
