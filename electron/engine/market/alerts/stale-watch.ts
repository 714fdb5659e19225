import type { Clock } from '../../base/clock'
import type { LiveMarket, MarketHub } from '../types'
import { inSeconds, text } from './judges/values'
import type { Rule } from './rule'
import type { Values } from './types'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

interface StaleWatchPorts {
  readonly clock: Clock
  readonly hub: () => Pick<MarketHub, 'market'> | null
  readonly watched: () => readonly string[]
  /** Monotonic; null while disconnected. */
  readonly connectedSince: () => number | null
  readonly fire: (rule: Rule, market: string | null, values: Values) => void
  /** Another alert became evaluable or unevaluable. */
  readonly blindChanged: () => void
}

interface Seen {
  /** All times are monotonic. */
  first: number
  /** Earlier data is ignored; 0 for none. */
  from: number
  notLiveSince: number | null
  refused: boolean
}

interface Stale {
  readonly name: string
  readonly silentFor: number
  readonly notLiveFor: number
  readonly market: LiveMarket
}

const tickMilliseconds = 250
const maxNamed = 6

/** Checked by timer only, so messages cost nothing. Lost connections and refused markets are ignored. */
export class StaleWatch {
  #rules: readonly Rule[] = []
  readonly #seen = new Map<string, Seen>()
  #cancel: (() => void) | null = null

  constructor(private readonly ports: StaleWatchPorts) {}

  add(rule: Rule): void {
    this.#rules = [...this.#rules, rule]
    this.#look()
  }

  remove(rule: Rule): void {
    this.#rules = this.#rules.filter((each) => each !== rule)
    if (this.#rules.length === 0) this.reset()
  }

  reset(): void {
    this.#rules = []
    this.#seen.clear()
    this.#cancel?.()
    this.#cancel = null
  }

  #look(): void {
    const { clock, connectedSince } = this.ports
    this.#cancel?.()
    this.#cancel = clock.later(tickMilliseconds, () => this.#look())
    const since = connectedSince()
    if (since === null) return this.#seen.clear()
    const now = clock.monotonic()
    for (const rule of this.#rules) this.#judge(rule, since, now)
  }

  #judge(rule: Rule, connectedSince: number, now: number): void {
    const { condition } = rule.alert
    if (condition.kind !== 'stale') return
    const names = condition.market === null ? this.ports.watched() : [condition.market]
    const limit = condition.seconds * 1000
    const stale: Stale[] = []
    for (const name of names) {
      const found = this.#measure(name, connectedSince, now)
      if (found && (found.silentFor >= limit || found.notLiveFor >= limit)) stale.push(found)
    }
    if (stale.length === 0 || rule.resting) return
    const [first] = stale
    if (stale.length === 1 && first) this.ports.fire(rule, first.name, valuesOf(first))
    else this.ports.fire(rule, null, valuesOfAll(stale))
  }

  #measure(name: string, connectedSince: number, now: number): Stale | null {
    const market = this.ports.hub()?.market(name)
    if (!market) return null
    let seen = this.#seen.get(name)
    if (!seen) this.#seen.set(name, (seen = { first: now, from: 0, notLiveSince: null, refused: false }))
    const refused = market.state === 'refused'
    if (seen.refused !== refused) {
      seen.refused = refused
      this.ports.blindChanged()
    }
    if (refused || market.state === 'idle') {
      seen.first = seen.from = now
      seen.notLiveSince = null
      return null
    }
    seen.notLiveSince = market.state === 'live' ? null : (seen.notLiveSince ?? now)
    const { bookAt, tradeAt } = market
    const lastSeenAt = bookAt === null && tradeAt === null ? seen.first : Math.max(bookAt ?? 0, tradeAt ?? 0)
    const lastAt = Math.max(lastSeenAt, seen.from)
    return {
      name,
      market,
      silentFor: now - Math.max(lastAt, connectedSince),
      notLiveFor: seen.notLiveSince === null ? 0 : now - seen.notLiveSince
    }
  }
}

const valuesOf = ({ market, silentFor, notLiveFor }: Stale): Values => [
  text(names.silentFor, inSeconds(silentFor)),
  text(names.book, market.reason ?? marketText.alertBookStates[market.state]),
  ...(notLiveFor > 0 ? [text(names.notLiveFor, inSeconds(notLiveFor))] : [])
]

function valuesOfAll(stale: readonly Stale[]): Values {
  const named = stale.slice(0, maxNamed).map(({ name }) => name)
  const more = stale.length - named.length
  return [
    text(names.markets, more > 0 ? names.marketsAndMore(named.join(', '), more) : named.join(', ')),
    text(names.longestSilence, inSeconds(Math.max(...stale.map(({ silentFor }) => silentFor))))
  ]
}
