import { Alerts } from '#engine/market/alerts/index'
import { AlertFile } from '#engine/market/alerts/alert-file'
import { Hub } from '#engine/market/hub'
import type { Channel } from '#engine/connection/stream/types'
import type { AlertCondition, AlertDraft, FiredAlert } from '#shared/contract/market/alerts'
import type { StreamPhase } from '#shared/domain/connection/phases'
import { parseDecimal } from '#shared/domain/base/decimal'
import type { MarketMessage } from '#shared/domain/market/messages'
import { packMessage } from '#shared/domain/market/pack'
import { PackedMessage } from '#shared/domain/market/packed'
import { HandClock } from '../../hand-clock'
import { memoryStore } from '../../memory-store'
import { idleStream } from '../../stream-status'

export type Pairs = readonly (readonly [price: string, amount: string])[]

export const staleAfter = 10_000
const packed = new PackedMessage()
/** The service's clock is that of this computer. */
const begin = BigInt(new HandClock().wall()) * 1_000_000n

export const draft = (condition: AlertCondition, more: Partial<AlertDraft> = {}): AlertDraft => ({
  condition,
  pause: null,
  sound: 'none',
  notify: false,
  remindEvery: null,
  escalateAfter: null,
  deliver: 'no',
  keepEvidence: false,
  armed: true,
  note: '',
  ...more
})

/** Alerts on a real hub with controlled messages, time and connection. */
export class AlertBench {
  readonly clock = new HandClock()
  readonly names: string[] = []
  readonly fired: FiredAlert[] = []
  /** Evidence that is to be kept. */
  readonly kept: (readonly [profileId: string, number: number])[] = []
  readonly reminded: FiredAlert[] = []
  watched: string[] = []
  wanted: string[] = []
  changes = 0
  readonly hub: Hub
  readonly alerts: Alerts
  #microseconds = 0
  #ids = 0

  constructor(
    readonly file: AlertFile = new AlertFile(memoryStore({ profiles: {} })),
    silence = staleAfter
  ) {
    const { clock } = this
    this.hub = new Hub({
      clock,
      register: (market) =>
        this.names.includes(market) ? this.names.indexOf(market) : this.names.push(market) - 1,
      desire: (channels) => (this.wanted = channels.map(({ type, market }) => `${type} ${market}`)),
      resync: () => undefined,
      staleAfter: () => silence
    })
    this.alerts = new Alerts({
      clock,
      file,
      newId: () => `alert-${++this.#ids}`,
      watched: () => this.watched,
      changed: () => (this.changes += 1),
      fired: (fired) => this.fired.push(fired),
      keepEvidence: (profileId, { number }) => this.kept.push([profileId, number]),
      reminded: (fired) => this.reminded.push(fired)
    })
  }

  /** With live markets. */
  start(...markets: string[]): this {
    this.alerts.useProfile('desk')
    this.alerts.useHub(this.hub)
    for (const market of markets) this.hub.hold(market)
    this.open(...markets)
    return this
  }

  open(...markets: string[]): void {
    this.hub.opened()
    this.stream('subscribed')
    for (const market of markets) this.subscribe(market)
  }

  subscribe(market: string): void {
    for (const channel of channelsOf(market)) this.hub.subscribed(channel)
  }

  lose(phase: StreamPhase = 'waiting'): void {
    this.hub.lost()
    this.stream(phase)
  }

  stream(phase: StreamPhase, sentence = `The stream is ${phase}.`): void {
    this.alerts.seeConnection({
      phase: 'connected',
      sentence: 'Connected.',
      stream: { ...idleStream, phase, sentence }
    })
  }

  snapshot(market: string, bids: Pairs, asks: Pairs): void {
    this.#book(market, true, bids, asks)
  }

  update(market: string, bids: Pairs, asks: Pairs = []): void {
    this.#book(market, false, bids, asks)
  }

  /** `late`: microseconds before its time. */
  trade(market: string, price: string, amount: string, late = 0): void {
    const executedAt = this.#time() - BigInt(late) * 1000n
    this.#receive({
      kind: 'execution',
      market,
      price: parseDecimal(price)!,
      amount: parseDecimal(amount)!,
      executedAt
    })
  }

  async add(condition: AlertCondition, more: Partial<AlertDraft> = {}): Promise<string> {
    return this.alerts.add(draft(condition, more))
  }

  shown(id: string) {
    return this.alerts.state.alerts.find((alert) => alert.id === id)!
  }

  #book(market: string, snapshot: boolean, bids: Pairs, asks: Pairs): void {
    this.#receive({
      kind: 'book',
      market,
      snapshot,
      time: this.#time(),
      bids: bids.map(levelOf),
      asks: asks.map(levelOf)
    })
  }

  #receive(message: MarketMessage): void {
    const at = this.clock.monotonic()
    if (packMessage(message, this.names.indexOf(message.market), packed)) this.hub.packed(packed, at)
    else this.hub.exact(message, at)
    this.hub.frameReceived(at)
  }

  #time(): bigint {
    this.#microseconds += 1
    return begin + (BigInt(this.clock.monotonic()) * 1000n + BigInt(this.#microseconds)) * 1000n
  }
}

const channelsOf = (market: string): Channel[] => [
  { type: 'market_data', market },
  { type: 'execution_data', market }
]

const levelOf = ([price, amount]: readonly [string, string]) => ({
  price: parseDecimal(price)!,
  amount: parseDecimal(amount)!
})
