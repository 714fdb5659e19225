import type { BookState } from '#shared/contract/market/markets'
import type { Clock } from '../../base/clock'
import type { LiveMarket } from '../types'
import type { Rule } from './rule'
import type { Judge, Values } from './types'
import { marketText } from '#shared/messages/market'

interface MarketWatchPorts {
  readonly clock: Clock
  readonly market: () => LiveMarket | undefined
  readonly fire: (rule: Rule, market: string, values: Values) => void
  /** Another alert became evaluable or unevaluable. */
  readonly blindChanged: () => void
}

/** Evaluates all alerts of one market with each message. */
export class MarketWatch {
  #rules: readonly Rule[] = []
  #ofBook: readonly Rule[] = []
  #ofTrades: readonly Rule[] = []
  #state: BookState | null = null
  #reason: string | null = null
  #arrivals = 0
  #notLiveSince: number | null = null
  #wasSilentAlone = false

  constructor(
    readonly name: string,
    private readonly ports: MarketWatchPorts
  ) {}

  get empty(): boolean {
    return this.#rules.length === 0
  }

  add(rule: Rule): void {
    const market = this.ports.market()
    if (market && this.empty) {
      this.#state = null
      this.#turn(market)
    }
    this.#set([...this.#rules, rule])
    if (market) rule.judge?.begin(market)
    // The first evaluation records the price's side and fires conditions that already hold.
    if (market?.state === 'live') this.#consider(rule, market)
  }

  remove(rule: Rule): void {
    this.#set(this.#rules.filter((each) => each !== rule))
  }

  /** After each message and state change. */
  marketChanged(market: LiveMarket): void {
    if (market.state !== this.#state || market.reason !== this.#reason) this.#turn(market)
    if (market.state !== 'live') return
    const { arrivals } = market.tape
    const traded = arrivals !== this.#arrivals
    this.#arrivals = arrivals
    const rules = traded ? this.#ofTrades : this.#ofBook
    for (let index = 0; index < rules.length; index += 1) this.#consider(rules[index]!, market)
  }

  /** After a cooldown, or when time alone may have made its condition hold. */
  lookAgain(rule: Rule): void {
    const market = this.ports.market()
    if (market?.state === 'live') this.#consider(rule, market)
  }

  #turn(market: LiveMarket): void {
    const now = this.ports.clock.monotonic()
    const before = this.#state
    this.#state = market.state
    this.#reason = market.reason
    this.#arrivals = market.tape.arrivals
    this.ports.blindChanged()
    if (market.state !== 'live') {
      // A watch that started in a silence has no earlier data.
      const wasWhole = before === null || before === 'live' || before === 'stale'
      this.#wasSilentAlone = market.state === 'stale' && wasWhole
      this.#notLiveSince ??= now
      return
    }
    if (this.#notLiveSince === null) return
    const gap = { from: this.#notLiveSince, to: now }
    const silent = this.#wasSilentAlone
    this.#notLiveSince = null
    for (const rule of this.#rules) rule.judge?.resumed(market, gap, silent)
    for (const rule of this.#rules) this.#consider(rule, market)
  }

  #consider(rule: Rule, market: LiveMarket): void {
    const { judge } = rule
    if (!judge || (rule.resting && !judge.remembers)) return
    const { missing } = judge
    const holds = judge.look(market)
    if (judge.missing !== missing) this.ports.blindChanged()
    if (judge.dueAt !== undefined) rule.wait(() => this.lookAgain(rule))
    if (holds && !rule.resting) this.ports.fire(rule, this.name, judge.values(market))
  }

  #set(rules: readonly Rule[]): void {
    this.#rules = rules
    this.#ofBook = rules.filter(({ judge }) => judge?.input === 'book')
    this.#ofTrades = rules.filter(({ judge }) => judge?.input === 'trades')
  }
}

/** Why an alert of this market cannot be evaluated now, or null. */
export function blindness(name: string, market: LiveMarket | undefined, judge: Judge | null): string | null {
  const texts = marketText.alertsBlind
  if (!market) return texts.idle(name)
  if (market.state === 'live')
    return (judge?.input === 'trades' ? market.reason : null) ?? judge?.missing ?? null
  if (market.state === 'refused') return market.reason ?? texts.refused(name)
  const sentence = texts[market.state](name)
  return market.reason === null ? sentence : `${sentence} ${market.reason}`
}
