import { maxSnoozeMinutes } from '#shared/contract/market/alerts'
import { marketOfCondition } from '#shared/domain/market/alerts/index'
import type { Clock } from '../../base/clock'
import type { MarketHub } from '../types'

import type { StoredAlert } from './alert-schema'
import { ConnectionWatch, type ConnectionSeen } from './connection-watch'
import { blindness, MarketWatch } from './market-watch'
import { Rule } from './rule'
import { StaleWatch } from './stale-watch'
import type { Values } from './types'
import { marketText } from '#shared/messages/market'

type WatchedHub = Pick<MarketHub, 'hold' | 'market' | 'onChange'>

interface ArmedPorts {
  readonly clock: Clock
  readonly watched: () => readonly string[]
  /** A cooldown ended, or another alert became evaluable or unevaluable. */
  readonly changed: () => void
  readonly fire: (rule: Rule, market: string | null, values: Values) => void
}

/** Holds the markets of armed alerts and passes each to its judge. */
export class ArmedAlerts {
  #hub: WatchedHub | null = null
  #unsubscribe: (() => void) | null = null
  readonly #rules = new Map<string, Rule>()
  readonly #markets = new Map<string, MarketWatch>()
  readonly #holds = new Map<string, () => void>()
  readonly #connection: ConnectionWatch
  readonly #stale: StaleWatch

  constructor(private readonly ports: ArmedPorts) {
    const { clock, watched, fire, changed } = ports
    this.#connection = new ConnectionWatch(clock, fire)
    this.#stale = new StaleWatch({
      clock,
      watched,
      fire,
      blindChanged: changed,
      hub: () => this.#hub,
      connectedSince: () => this.#connection.connectedSince
    })
  }

  get count(): number {
    return this.#rules.size
  }

  rule(id: string): Rule | undefined {
    return this.#rules.get(id)
  }

  /** Nothing may be armed yet. */
  useHub(hub: WatchedHub | null): void {
    this.#unsubscribe?.()
    this.#hub = hub
    this.#unsubscribe =
      hub?.onChange((market) => this.#markets.get(market.name)?.marketChanged(market)) ?? null
  }

  seeConnection(seen: ConnectionSeen): void {
    this.#connection.see(seen)
  }

  /** Another connection is in use. */
  clearWatches(): void {
    this.#connection.reset()
  }

  arm(alert: StoredAlert): void {
    if (!alert.armed) return
    const { condition } = alert
    const rule = new Rule(alert, this.ports.clock)
    this.#rules.set(rule.id, rule)
    const left = this.#leftOf(alert)
    if (left > 0) this.rest(rule, left)
    const market = marketOfCondition(condition)
    if (market !== null && this.#hub && !this.#holds.has(market))
      this.#holds.set(market, this.#hub.hold(market))
    if (condition.kind === 'connection') this.#connection.add(rule)
    else if (condition.kind === 'stale') this.#stale.add(rule)
    else if (this.#hub) this.#watch(condition.market).add(rule)
  }

  /** Fires again after the cooldown if its condition still holds. */
  rest(rule: Rule, milliseconds: number): void {
    rule.rest(milliseconds, () => this.#rested(rule))
  }

  /** The cooldown or the snooze of a rule was changed. */
  restChanged(rule: Rule): void {
    const left = this.#leftOf(rule.alert)
    if (left > 0) return this.rest(rule, left)
    rule.endRest()
    this.#rested(rule)
  }

  withdraw(id: string): void {
    const rule = this.#rules.get(id)
    if (!rule) return
    this.#rules.delete(id)
    rule.dispose()
    this.#connection.remove(rule)
    this.#stale.remove(rule)
    const market = marketOfCondition(rule.alert.condition)
    if (market === null) return
    const watch = this.#markets.get(market)
    watch?.remove(rule)
    if (watch?.empty) this.#markets.delete(market)
    for (const { alert } of this.#rules.values()) if (marketOfCondition(alert.condition) === market) return
    this.#holds.get(market)?.()
    this.#holds.delete(market)
  }

  withdrawAll(): void {
    for (const id of [...this.#rules.keys()]) this.withdraw(id)
  }

  /** Why the alert cannot be evaluated now, or null. */
  blindness({ alert: { condition }, judge }: Rule): string | null {
    if (condition.kind === 'connection') return null
    if (!this.#hub) return marketText.alertsBlind.noMarketData
    if (condition.kind !== 'stale')
      return blindness(condition.market, this.#hub.market(condition.market), judge)
    if (this.#connection.connectedSince === null) return marketText.alertsBlind.streamClosed
    const { market: name } = condition
    const market = name === null ? undefined : this.#hub.market(name)
    return name !== null && market?.state === 'refused' ? blindness(name, market, null) : null
  }

  /** Milliseconds. The wall clock may have been set: never longer than a whole cooldown or snooze. */
  #leftOf({ pause, pausedUntil, snoozedUntil }: StoredAlert): number {
    const now = this.ports.clock.wall()
    const cooldown = Math.min((pausedUntil ?? 0) - now, (pause ?? 0) * 1000)
    const snooze = Math.min((snoozedUntil ?? 0) - now, maxSnoozeMinutes * 60_000)
    return Math.max(0, cooldown, snooze)
  }

  #watch(name: string): MarketWatch {
    let watch = this.#markets.get(name)
    if (!watch) {
      const { clock, fire, changed } = this.ports
      watch = new MarketWatch(name, {
        clock,
        fire,
        blindChanged: changed,
        market: () => this.#hub?.market(name)
      })
      this.#markets.set(name, watch)
    }
    return watch
  }

  #rested(rule: Rule): void {
    this.ports.changed()
    const { condition } = rule.alert
    if (condition.kind === 'connection') return this.#connection.fireDue()
    const market = marketOfCondition(condition)
    if (market !== null) this.#markets.get(market)?.lookAgain(rule)
  }
}
