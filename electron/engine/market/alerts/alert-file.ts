import type * as v from 'valibot'
import { maxFired, type FiredAlert, type FiredEvidence } from '#shared/contract/market/alerts'
import { JsonStore, type JsonStorePorts } from '../../base/files'
import { alertsSchema, salvageAlerts, type ProfileAlerts, type StoredAlert } from './alert-schema'

export type FiredOfMarket = FiredAlert & { readonly market: string }

export interface Unsettled {
  readonly profileId: string
  readonly fired: FiredOfMarket
}

type Content = v.InferOutput<typeof alertsSchema>

export async function openAlertFile(ports: JsonStorePorts): Promise<AlertFile> {
  return new AlertFile(
    await JsonStore.open<Content>({
      ...ports,
      schema: alertsSchema,
      version: 1,
      title: 'alerts',
      initial: { profiles: {} },
      salvage: salvageAlerts
    })
  )
}

/** `alerts.json`: alerts and fired alerts per connection. */
export class AlertFile {
  constructor(private readonly store: JsonStore<Content>) {}

  get notice(): string | null {
    return this.store.notice
  }

  get notSaved(): string | null {
    return this.store.notSaved
  }

  alerts(profileId: string): readonly StoredAlert[] {
    return this.#profile(profileId).alerts
  }

  /** Whose evidence has neither been kept nor failed. */
  get unsettled(): readonly Unsettled[] {
    return Object.entries(this.store.value.profiles).flatMap(([profileId, { fired }]) =>
      fired.filter(isUnsettled).map((each) => ({ profileId, fired: each }))
    )
  }

  /** Newest first. */
  fired(profileId: string): readonly FiredAlert[] {
    return this.#profile(profileId).fired
  }

  setAlerts(profileId: string, alerts: readonly StoredAlert[]): Promise<void> {
    return this.store.update(this.#with(profileId, { alerts }))
  }

  setFired(profileId: string, fired: readonly FiredAlert[]): Promise<void> {
    return this.store.update(this.#with(profileId, { fired }))
  }

  /** Numbers the entry and saves it soon. */
  addFired(profileId: string, fired: Omit<FiredAlert, 'number'>, alerts: readonly StoredAlert[]): FiredAlert {
    const before = this.#profile(profileId)
    const numbered = { ...fired, number: before.count }
    this.store.updateSoon(
      this.#with(profileId, {
        alerts,
        fired: [numbered, ...before.fired.slice(0, maxFired - 1)],
        count: before.count + 1
      })
    )
    return numbered
  }

  /** Does nothing once the entry was removed. */
  setEvidence(profileId: string, number: number, evidence: FiredEvidence): Promise<void> {
    const fired = this.fired(profileId)
    if (!fired.some((each) => each.number === number)) return Promise.resolve()
    return this.setFired(
      profileId,
      fired.map((each) => (each.number === number ? { ...each, evidence } : each))
    )
  }

  removeProfile(profileId: string): Promise<void> {
    const { [profileId]: gone, ...profiles } = this.store.value.profiles
    return gone ? this.store.update({ profiles }) : Promise.resolve()
  }

  clear(): Promise<void> {
    return this.store.update({ profiles: {} })
  }

  dispose(): Promise<void> {
    return this.store.dispose()
  }

  #profile(profileId: string): ProfileAlerts {
    return this.store.value.profiles[profileId] ?? { alerts: [], fired: [], count: 0 }
  }

  #with(profileId: string, changes: Partial<ProfileAlerts>): Content {
    const changed = { ...this.#profile(profileId), ...changes }
    return { profiles: { ...this.store.value.profiles, [profileId]: changed } }
  }
}

const isUnsettled = (fired: FiredAlert): fired is FiredOfMarket =>
  fired.market !== null && fired.evidence?.file === null && fired.evidence.problem === null
