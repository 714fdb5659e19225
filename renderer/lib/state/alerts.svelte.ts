import type { Bridge } from '#shared/contract/index'
import type { Alert, AlertDraft, AlertsState, AlertSound, FiredAlert } from '#shared/contract/market/alerts'
import { valueOf } from '../client'
import { linesOf, marksOf, type PriceLine } from './alert-lines'

export type { PriceLine }

const nothing: AlertsState = {
  profileId: null,
  alerts: [],
  fired: [],
  firedCount: 0,
  unseen: 0,
  notSaved: null,
  closing: '',
  notNotified: null,
  delivery: { targets: [], problem: null }
}

const noLines: readonly PriceLine[] = []

/** The alerts of the connection in use, as in main. */
export class AlertsStore {
  state = $state.raw<AlertsState>(nothing)
  editing = $state.raw<{ readonly alert: Alert | null; readonly market: string | null } | null>(null)

  readonly #lines: ReadonlyMap<string, readonly PriceLine[]> = $derived(linesOf(this.state.alerts))
  readonly #marks: ReadonlyMap<string, FiredAlert> = $derived(marksOf(this.state.fired))

  constructor(
    private readonly bridge: Bridge,
    private readonly sound: (sound: AlertSound) => void = () => undefined
  ) {}

  start(): () => void {
    const stops = [
      this.bridge.on('alerts.changed', (state) => (this.state = state)),
      this.bridge.on('alerts.sound', ({ sound }) => this.sound(sound))
    ]
    return () => stops.forEach((stop) => stop())
  }

  async load(): Promise<void> {
    this.state = await valueOf(this.bridge.call.alerts.read())
  }

  get armed(): number {
    return this.state.alerts.filter(({ armed }) => armed).length
  }

  async add(draft: AlertDraft): Promise<string> {
    const { id, state } = await valueOf(this.bridge.call.alerts.add(draft))
    this.state = state
    return id
  }

  async change(id: string, draft: Partial<AlertDraft>): Promise<void> {
    this.state = await valueOf(this.bridge.call.alerts.change({ id, draft }))
  }

  async remove(id: string): Promise<void> {
    this.state = await valueOf(this.bridge.call.alerts.remove({ id }))
  }

  async snooze(id: string, minutes: number | null): Promise<void> {
    this.state = await valueOf(this.bridge.call.alerts.snooze({ id, minutes }))
  }

  async acknowledge(number: number): Promise<void> {
    this.state = await valueOf(this.bridge.call.alerts.acknowledge({ number }))
  }

  log(before: number): Promise<readonly FiredAlert[]> {
    return valueOf(this.bridge.call.alerts.log({ before }))
  }

  /** Acknowledges all fired alerts. */
  async seen(): Promise<void> {
    const [newest] = this.state.fired
    if (!newest || this.state.unseen === 0) return
    this.state = await valueOf(this.bridge.call.alerts.seen({ upTo: newest.number }))
  }

  /** Of a fired alert, in its folder. */
  async showEvidence(number: number): Promise<void> {
    await valueOf(this.bridge.call.alerts.showEvidence({ number }))
  }

  async clearLog(): Promise<void> {
    this.state = await valueOf(this.bridge.call.alerts.clearLog())
  }

  /** Main shows them in a window of its own. */
  async openTargets(): Promise<void> {
    await valueOf(this.bridge.call.alerts.openTargets())
  }

  onFired(listener: (fired: FiredAlert) => void): () => void {
    return this.bridge.on('alerts.fired', listener)
  }

  /** Called after a clicked notification has brought this window to the front. */
  onShow(listener: (market: string | null) => void): () => void {
    return this.bridge.on('alerts.show', ({ market }) => listener(market))
  }

  /** The newest unseen fired alert of the market. */
  markOf(market: string | null): FiredAlert | null {
    return market === null ? null : (this.#marks.get(market) ?? null)
  }

  priceLines(market: string | null): readonly PriceLine[] {
    return market === null ? noLines : (this.#lines.get(market) ?? noLines)
  }

  addPriceLine(market: string, price: string): Promise<string> {
    return this.add({
      condition: { kind: 'price', market, price, direction: 'either', of: 'last' },
      pause: null,
      sound: 'bell',
      notify: true,
      remindEvery: null,
      escalateAfter: null,
      deliver: 'no',
      keepEvidence: false,
      armed: true,
      note: ''
    })
  }

  async movePriceLine(id: string, price: string): Promise<void> {
    const alert = this.state.alerts.find((each) => each.id === id)
    if (alert?.condition.kind !== 'price') return
    await this.change(id, { condition: { ...alert.condition, price } })
  }
}
