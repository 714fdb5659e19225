import { maxBacktestTimes, type AlertBacktest } from '#shared/contract/recording/backtest'
import { marketOfCondition, type AlertCondition } from '#shared/domain/market/alerts/index'
import type { Clock } from '../../base/clock'
import { ArmedAlerts } from '../../market/alerts/armed-alerts'
import type { Rule } from '../../market/alerts/rule'
import type { LoggedItem } from '../log/lines'
import type { RecordedHub } from '../replay/recorded-hub'

/** An alert on the markets of a recording, which is armed again with each run of the app, as a live one. */
export class RecordedAlert {
  readonly #alerts: ArmedAlerts
  readonly #market: string
  readonly #times: number[] = []
  #fired = 0
  #pausedUntil: number | null = null
  #live = 0
  #liveSince: number | null = null
  readonly #unsubscribe: () => void
  /** Another one with each run. */
  #clock: unknown

  constructor(
    private readonly hub: RecordedHub,
    private readonly condition: AlertCondition,
    private readonly pause: number
  ) {
    const clock: Clock = {
      wall: () => hub.now,
      monotonic: () => hub.clock.monotonic(),
      later: (milliseconds, call) => hub.clock.later(milliseconds, call)
    }
    this.#market = marketOfCondition(condition)!
    this.#alerts = new ArmedAlerts({
      clock,
      watched: () => [],
      changed: () => undefined,
      fire: (rule) => this.#fire(rule)
    })
    this.#alerts.useHub({
      hold: () => () => undefined,
      market: (name) => hub.market(name),
      onChange: hub.onChange
    })
    this.#clock = hub.clock
    this.#unsubscribe = hub.onChange(({ name, state }) => {
      if (name === this.#market) this.#setLive(state === 'live')
    })
    this.#setLive(hub.market(this.#market)?.state === 'live')
    this.#arm()
  }

  get result(): Pick<AlertBacktest, 'fired' | 'times' | 'live'> {
    const live = this.#live + (this.#liveSince === null ? 0 : this.hub.now - this.#liveSince)
    return { fired: this.#fired, times: this.#times.toReversed(), live: Math.round(live) }
  }

  apply(item: LoggedItem): void {
    const { hub } = this
    const before = hub.now
    hub.apply(item)
    if (hub.clock === this.#clock) return
    this.#clock = hub.clock
    this.#setLive(false, before)
    this.#alerts.withdrawAll()
    this.#arm()
  }

  dispose(): void {
    this.#unsubscribe()
    this.#alerts.withdrawAll()
    this.#alerts.useHub(null)
  }

  #setLive(isLive: boolean, at = this.hub.now): void {
    if (!isLive && this.#liveSince !== null) this.#live += at - this.#liveSince
    this.#liveSince = isLive ? (this.#liveSince ?? at) : null
  }

  #arm(): void {
    this.#alerts.arm({
      id: 'backtest',
      condition: this.condition,
      pause: this.pause,
      pausedUntil: this.#pausedUntil,
      snoozedUntil: null,
      firedAt: null,
      evidenceAt: null,
      armed: true,
      sound: 'none',
      notify: false,
      remindEvery: null,
      escalateAfter: null,
      deliver: 'no',
      keepEvidence: false,
      note: ''
    })
  }

  #fire(rule: Rule): void {
    const at = this.hub.now
    this.#fired += 1
    this.#times.push(at)
    if (this.#times.length > maxBacktestTimes) this.#times.shift()
    this.#pausedUntil = at + this.pause * 1000
    this.#alerts.rest(rule, this.pause * 1000)
  }
}
