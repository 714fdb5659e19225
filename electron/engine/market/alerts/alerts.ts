import {
  evidenceLimits,
  firedAtOnce,
  maxAlerts,
  type Alert,
  type AlertDraft,
  type AlertsState,
  type FiredAlert,
  type FiredEvidence
} from '#shared/contract/market/alerts'
import { fail } from '#shared/domain/base/problem'
import type { Clock } from '../../base/clock'
import type { MarketHub } from '../types'
import type { AlertFile, FiredOfMarket } from './alert-file'
import type { StoredAlert } from './alert-schema'
import { ArmedAlerts } from './armed-alerts'
import type { ConnectionSeen } from './connection-watch'
import { settled } from './drafts'
import { Reminders } from './reminders'
import type { Rule } from './rule'
import type { Values } from './types'
import { marketText } from '#shared/messages/market'

interface AlertsPorts {
  readonly clock: Clock
  readonly file: AlertFile
  readonly newId: () => string
  readonly watched: () => readonly string[]
  /** Called often, so throttle it. */
  readonly changed: () => void
  readonly fired: (fired: FiredAlert, alert: StoredAlert) => void
  readonly keepEvidence: (profileId: string, fired: FiredOfMarket) => void
  /** It is not acknowledged; it escalated if `escalatedAt` is set. */
  readonly reminded: (fired: FiredAlert, alert: StoredAlert) => void
}

type EngineState = Omit<AlertsState, 'closing' | 'notNotified' | 'delivery'>

const notResting = { pausedUntil: null, snoozedUntil: null }

export class Alerts {
  #profileId: string | null = null
  #hub: MarketHub | null = null
  readonly #atWork: ArmedAlerts
  readonly #reminders: Reminders

  constructor(private readonly ports: AlertsPorts) {
    const { clock, watched, changed } = ports
    this.#atWork = new ArmedAlerts({
      clock,
      watched,
      changed,
      fire: (rule, market, values) => this.#fire(rule, market, values)
    })
    this.#reminders = new Reminders({
      clock,
      alerts: () => (this.#profileId === null ? [] : ports.file.alerts(this.#profileId)),
      fired: () => (this.#profileId === null ? [] : ports.file.fired(this.#profileId)),
      remind: (fired, alert) => ports.reminded(fired, alert),
      escalate: (fired, alert) => this.#escalate(fired, alert)
    })
  }

  get state(): EngineState {
    const { file } = this.ports
    const id = this.#profileId
    const fired = id === null ? [] : file.fired(id)
    return {
      profileId: id,
      alerts: id === null ? [] : file.alerts(id).map((alert) => this.#shown(alert)),
      fired: fired.slice(0, firedAtOnce),
      firedCount: fired.length,
      unseen: fired.filter(({ seen }) => !seen).length,
      notSaved: file.notSaved
    }
  }

  get armed(): number {
    return this.#atWork.count
  }

  /** Null after the user disconnected. */
  useProfile(id: string | null): void {
    if (id === this.#profileId) return
    this.#atWork.withdrawAll()
    this.#atWork.clearWatches()
    this.#profileId = id
    this.#armAll()
    this.#reminders.plan()
    this.ports.changed()
  }

  /** Drops observations of the previous hub. */
  useHub(hub: MarketHub | null): void {
    if (hub === this.#hub) return
    this.#atWork.withdrawAll()
    this.#hub = hub
    this.#atWork.useHub(hub)
    this.#armAll()
    this.ports.changed()
  }

  seeConnection(seen: ConnectionSeen): void {
    this.#atWork.seeConnection(seen)
  }

  async add(draft: AlertDraft): Promise<string> {
    const id = this.#connected()
    const alerts = this.ports.file.alerts(id)
    if (alerts.length >= maxAlerts) throw fail('alerts.too-many', marketText.alerts.tooMany(maxAlerts))
    const alert = {
      ...settled(draft),
      id: this.ports.newId(),
      firedAt: null,
      evidenceAt: null,
      ...notResting
    }
    await this.#set(id, [...alerts, alert], alert)
    return alert.id
  }

  async change(alertId: string, draft: Partial<AlertDraft>): Promise<void> {
    const id = this.#connected()
    const before = this.#alert(id, alertId)
    const restarted = draft.condition !== undefined || draft.armed !== undefined || draft.pause !== undefined
    const alert = { ...before, ...settled({ ...before, ...draft }), ...(restarted && notResting) }
    const rule = this.#atWork.rule(alertId)
    if (rule && !restarted) rule.alert = alert
    await this.#set(id, this.#with(id, alert), restarted ? alert : null)
  }

  /** @param minutes from now, or null to end it */
  async snooze(alertId: string, minutes: number | null): Promise<void> {
    const id = this.#connected()
    const before = this.#alert(id, alertId)
    const snoozedUntil = minutes === null ? null : this.ports.clock.wall() + minutes * 60_000
    const alert = { ...before, snoozedUntil }
    const written = this.#set(id, this.#with(id, alert), null)
    const rule = this.#atWork.rule(alertId)
    if (rule) {
      rule.alert = alert
      this.#atWork.restChanged(rule)
    }
    await written
  }

  async remove(alertId: string): Promise<void> {
    const id = this.#connected()
    this.#atWork.withdraw(alertId)
    const rest = this.ports.file.alerts(id).filter((each) => each.id !== alertId)
    await this.#set(id, rest, null)
  }

  /** Newest first. */
  log(before: number): readonly FiredAlert[] {
    const fired = this.ports.file.fired(this.#connected())
    return fired.filter(({ number }) => number < before).slice(0, firedAtOnce)
  }

  /** Acknowledges all up to a number, or that one alone. */
  async seen(upTo: number, from = 0): Promise<void> {
    const id = this.#connected()
    const fired = this.ports.file.fired(id)
    const isNew = ({ number, seen }: FiredAlert) => number <= upTo && number >= from && !seen
    if (!fired.some(isNew)) return
    const all = fired.map((each) => (isNew(each) ? { ...each, seen: true } : each))
    await this.#kept(this.ports.file.setFired(id, all))
  }

  /** What became of the evidence of a fired alert, also of a connection that is not in use. */
  setEvidence(profileId: string, number: number, evidence: FiredEvidence): Promise<void> {
    return this.#kept(this.ports.file.setEvidence(profileId, number, evidence))
  }

  /** The file of its evidence; null if there is none. */
  evidenceFileOf(number: number): string | null {
    const fired = this.ports.file.fired(this.#connected())
    return fired.find((each) => each.number === number)?.evidence?.file ?? null
  }

  async clearLog(): Promise<void> {
    await this.#kept(this.ports.file.setFired(this.#connected(), []))
  }

  removeProfile(profileId: string): Promise<void> {
    return this.ports.file.removeProfile(profileId)
  }

  async clear(): Promise<void> {
    this.#atWork.withdrawAll()
    await this.#kept(this.ports.file.clear())
  }

  dispose(): Promise<void> {
    this.#reminders.dispose()
    this.#atWork.withdrawAll()
    this.#atWork.clearWatches()
    this.#atWork.useHub(null)
    this.#hub = null
    return this.ports.file.dispose()
  }

  #connected(): string {
    if (this.#profileId !== null) return this.#profileId
    throw fail('alerts.not-connected', marketText.alerts.notConnected)
  }

  /** @param restarted the alert to evaluate from the start, or null */
  #set(id: string, alerts: readonly StoredAlert[], restarted: StoredAlert | null): Promise<void> {
    if (restarted) this.#atWork.withdraw(restarted.id)
    const written = this.ports.file.setAlerts(id, alerts)
    if (restarted) this.#atWork.arm(restarted)
    return this.#kept(written)
  }

  #alert(id: string, alertId: string): StoredAlert {
    const alert = this.ports.file.alerts(id).find((each) => each.id === alertId)
    if (!alert) throw fail('alerts.gone', marketText.alerts.gone)
    return alert
  }

  #kept(written: Promise<void>): Promise<void> {
    this.#reminders.plan()
    this.ports.changed()
    return written
  }

  #armAll(): void {
    if (this.#profileId === null) return
    for (const alert of this.ports.file.alerts(this.#profileId)) this.#atWork.arm(alert)
  }

  #with(id: string, alert: StoredAlert): readonly StoredAlert[] {
    return this.ports.file.alerts(id).map((each) => (each.id === alert.id ? alert : each))
  }

  #fire(rule: Rule, market: string | null, values: Values): void {
    const id = this.#profileId
    if (id === null || this.#atWork.rule(rule.id) !== rule) return
    const { clock, file } = this.ports
    const at = clock.wall()
    const { pause, condition, note } = rule.alert
    const evidence = market === null ? null : plannedEvidence(rule.alert, at)
    const keeps = evidence?.problem === null
    const alert: StoredAlert = {
      ...rule.alert,
      firedAt: at,
      evidenceAt: keeps ? at : rule.alert.evidenceAt,
      pausedUntil: pause === null ? null : at + pause * 1000,
      armed: pause !== null
    }
    rule.alert = alert
    if (pause === null) this.#atWork.withdraw(rule.id)
    else this.#atWork.rest(rule, pause * 1000)
    const fired = file.addFired(
      id,
      { alert: rule.id, market, at, condition, values, note, seen: false, escalatedAt: null, evidence },
      this.#with(id, alert)
    )
    this.#reminders.plan()
    this.ports.changed()
    this.ports.fired(fired, alert)
    if (keeps && market !== null) this.ports.keepEvidence(id, { ...fired, market })
  }

  #escalate(fired: FiredAlert, alert: StoredAlert): void {
    const id = this.#profileId
    if (id === null) return
    const escalated = { ...fired, escalatedAt: this.ports.clock.wall() }
    const all = this.ports.file.fired(id).map((each) => (each.number === fired.number ? escalated : each))
    void this.ports.file.setFired(id, all)
    this.ports.changed()
    this.ports.reminded(escalated, alert)
  }

  #shown(alert: StoredAlert): Alert {
    const rule = this.#atWork.rule(alert.id)
    return {
      ...alert,
      pausedUntil: rule?.resting ? alert.pausedUntil : null,
      snoozedUntil:
        alert.snoozedUntil !== null && alert.snoozedUntil > this.ports.clock.wall()
          ? alert.snoozedUntil
          : null,
      blind: rule ? this.#atWork.blindness(rule) : null
    }
  }
}

/** Whether evidence is to be kept, which a rule does only so often. */
function plannedEvidence({ keepEvidence, evidenceAt }: StoredAlert, at: number): FiredEvidence | null {
  if (!keepEvidence) return null
  const { minutes } = evidenceLimits
  const isTooSoon = evidenceAt !== null && Math.abs(at - evidenceAt) < minutes * 60_000
  return { file: null, problem: isTooSoon ? marketText.alerts.evidenceTooSoon(minutes) : null }
}
