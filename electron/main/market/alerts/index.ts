import { randomUUID } from 'node:crypto'
import type { Session } from 'electron'
import { Alerts, openAlertFile, type StoredAlert } from '#engine/market/alerts/index'
import type { Clock } from '#engine/base/clock'
import type { Log } from '#engine/base/log/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { Connections } from '#engine/connection/index'
import type { AlertsState, AlertSound, FiredAlert } from '#shared/contract/market/alerts'
import type { ConnectionsState } from '#shared/contract/connection/connections'
import { Emitter } from '#shared/domain/base/emitter'
import { marketText } from '#shared/messages/market'
import { sentenceOf } from '#shared/domain/market/alerts/index'
import type { Pushes } from '../../base/ipc/pushes'
import type { CurrentSettings } from '../../base/current-settings'
import type { MarketStream } from '../live'
import type { LiveMarkets } from '../live/running'
import { ChangeNotifier } from '../../base/change-notifier'
import type { AfterStartup } from '../../base/startup/after-startup'
import type { UnsavedFiles } from '../../base/unsaved-files'
import type { WindowRegistry } from '../../workspace/windows/registry'
import type { EvidenceOfAlerts } from '../../recording/evidence/of-alerts'
import { deliveryFile, setUpDelivery, type DeliveryParts } from './delivery'
import { Notifications } from './notifications'
import { SoundWindow } from './sound-window'
import { AlertSounds } from './sounds'

export interface AlertPages {
  /** Plays sounds while no window is open. */
  readonly sound: string
  /** Of the window that alone can change targets. */
  readonly targets: string
  /** One that no other window has. */
  readonly openTargetsSession: () => Promise<Session>
}

interface AlertsDependencies {
  readonly file: string
  readonly clock: Clock
  readonly pushes: Pick<Pushes, 'broadcast' | 'send'>
  readonly registry: WindowRegistry
  readonly session: Session
  readonly pages: AlertPages
  readonly settings: CurrentSettings
  readonly connections: Pick<Connections, 'onChange' | 'onRemove'>
  readonly live: Pick<MarketStream, 'onUse' | 'onStatus'>
  readonly watched: () => readonly string[]
  readonly delivery: DeliveryParts
  readonly evidence: EvidenceOfAlerts
  /** How closing the last window affects alerts. */
  readonly closing: { readonly sentence: () => string; readonly onChange: Emitter['on'] }
  readonly unsaved: UnsavedFiles
  readonly startNotice: (sentence: string) => void
  readonly afterStartup: Pick<AfterStartup, 'after'>
  readonly log: Log
}

/** Of an alert that is not acknowledged. */
const loudest: AlertSound = 'alarm'

interface AlertService {
  readonly handlers: FeatureHandlers<'alerts'>
  readonly armed: () => number
  /** At most ten times a second. */
  readonly onChange: Emitter['on']
  /** Also used by other features. */
  readonly notify: Notifications['show']
  readonly clear: () => Promise<void>
  readonly dispose: () => Promise<void>
}

export async function setUpAlerts(parts: AlertsDependencies): Promise<AlertService> {
  const { file, clock, pushes, registry, connections, settings, unsaved, closing, evidence } = parts
  const { afterStartup, log } = parts
  const announced = new Emitter()
  const changes = new ChangeNotifier(clock, () => {
    pushes.broadcast('alerts.changed', state())
    announced.fire()
  })
  const changed = () => changes.changed()
  const report = unsaved.of(file)
  const kept = await openAlertFile({
    file,
    clock,
    onSaveStateChange(notSaved) {
      report(notSaved)
      changed()
    }
  })
  if (kept.notice) parts.startNotice(kept.notice)
  const delivery = await setUpDelivery({
    ...parts.delivery,
    page: parts.pages.targets,
    openSession: parts.pages.openTargetsSession,
    file: deliveryFile(file),
    unsaved,
    clock,
    settings,
    startNotice: parts.startNotice,
    afterStartup,
    log: log.part('delivery')
  })
  const notifications = new Notifications({
    platform: process.platform,
    environment: process.env,
    limit: 1500,
    changed
  })
  const soundWindow = new SoundWindow(parts.session, parts.pages.sound, (problem) =>
    log.warn('A sound could not be made', problem)
  )
  const sounds = new AlertSounds({
    registry,
    allowed: () => settings.now().sounds,
    play: (windowId, sound) => pushes.send(windowId, 'alerts.sound', { sound }),
    alone: (sound) => soundWindow.play(sound),
    now: () => clock.monotonic()
  })
  const show = (market: string | null) => {
    if (registry.all.length === 0) registry.restoreAll([])
    const window = registry.focused
    if (!window) return
    registry.bringToFront(window)
    pushes.send(window.id, 'alerts.show', { market })
  }
  const notify = (fired: FiredAlert) =>
    notifications
      .show({ ...notificationOf(fired), clicked: () => show(fired.market) })
      .catch((problem: unknown) => log.warn('A notification was not shown', problem))
  const alerts = new Alerts({
    clock,
    file: kept,
    newId: randomUUID,
    watched: parts.watched,
    changed,
    // Deferred, because alerts are evaluated on the message path.
    fired: (fired, alert: StoredAlert) =>
      void setImmediate(() => {
        pushes.broadcast('alerts.fired', fired)
        sounds.play(alert.sound)
        if (alert.notify) void notify(fired)
        if (alert.deliver === 'fired') delivery.deliver(fired, connection)
      }),
    keepEvidence: (profileId, fired) => void setImmediate(() => void evidence.keep(profileId, fired)),
    reminded(fired, alert) {
      const isEscalated = fired.escalatedAt !== null
      sounds.play(isEscalated ? loudest : alert.sound)
      if (alert.notify || isEscalated) void notify(fired)
      if (alert.deliver !== 'no' && isEscalated) delivery.deliver(fired, connection)
    }
  })
  const state = (): AlertsState => ({
    ...alerts.state,
    closing: closing.sentence(),
    notNotified: notifications.absent,
    delivery: delivery.state()
  })
  let status: ConnectionsState['status'] | null = null
  let connection: string | null = null
  let live: LiveMarkets | null = null
  const seeConnection = () => {
    if (status) alerts.seeConnection({ ...status, stream: live?.stream.status ?? null })
  }
  const unsubscribe = [
    connections.onChange((next) => {
      status = next.status
      connection = next.profiles.find(({ id }) => id === next.status.profileId)?.name ?? null
      alerts.useProfile(status.profileId)
      seeConnection()
    }),
    connections.onRemove((id) => void alerts.removeProfile(id)),
    parts.live.onUse((next) => {
      live = next
      alerts.useHub(next?.hub ?? null)
      seeConnection()
    }),
    parts.live.onStatus(seeConnection),
    evidence.onEnd(({ profileId, number, file: name, problem }) =>
      alerts.setEvidence(profileId, number, { file: name, problem })
    ),
    closing.onChange(changed),
    delivery.onChange(changed)
  ]
  evidence.settle(kept.unsettled)
  afterStartup.after(() => void notifications.look())
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
      async snooze({ id, minutes }) {
        await alerts.snooze(id, minutes)
        return state()
      },
      async acknowledge({ number }) {
        await alerts.seen(number, number)
        return state()
      },
      log: ({ before }) => alerts.log(before),
      async seen({ upTo }) {
        await alerts.seen(upTo)
        return state()
      },
      showEvidence({ number }) {
        const name = alerts.evidenceFileOf(number)
        if (name !== null) evidence.show(name)
        return null
      },
      async clearLog() {
        await alerts.clearLog()
        return state()
      },
      openTargets: (_none, { windowId }) => delivery.show(windowId)
    },
    armed: () => alerts.armed,
    onChange: announced.on,
    notify: (wanted) => notifications.show(wanted),
    clear: () => alerts.clear(),
    async dispose() {
      for (const each of unsubscribe) each()
      changes.dispose()
      soundWindow.dispose()
      notifications.dispose()
      await alerts.dispose()
      await delivery.dispose()
    }
  }
}

function notificationOf({ market, condition, values, note, escalatedAt }: FiredAlert): {
  title: string
  body: string
} {
  const seen = values.slice(0, 4).map(({ name, value }) => `${name} ${value}`)
  const title = `${market === null ? '' : `${market}: `}${sentenceOf(condition)}`
  return {
    title: escalatedAt === null ? title : marketText.alerts.notAcknowledged(title),
    body: [...(note === '' ? [] : [note]), seen.join(' · ')].join('\n')
  }
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const withoutUndefined = <T extends object>(draft: T): Given<T> =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as Given<T>
