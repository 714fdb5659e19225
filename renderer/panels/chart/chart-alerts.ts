import { draftOf } from '../../lib/alert-draft'
import { chartText } from '../../messages/panels/chart'
import type { Alert } from '#shared/contract/market/alerts'
import { formatDecimal } from '../../lib/format/number'
import type { ToastAction } from '../../lib/state/toasts.svelte'
import type { PriceLine } from '../../lib/state/alerts.svelte'
import type { PanelHost } from '../shell/panel-host.svelte'
import type { Charting } from './charting.svelte'

/** Adds, moves and removes alerts as price lines. */
export class ChartAlerts {
  constructor(
    private readonly host: PanelHost,
    private readonly charting: Charting
  ) {}

  /** In plain notation. */
  async add(price: string): Promise<void> {
    const { desk, market } = this.host
    if (market === null) return
    const added = await desk.attempt(() => desk.alerts.addPriceLine(market, price))
    if (added) desk.announcer.say(chartText.alerts.added(price))
  }

  /** At the crosshair; otherwise explains how to set it. */
  async addAtPointed(): Promise<void> {
    const price = this.charting.pointed?.price ?? null
    if (price !== null) return this.add(this.charting.model.prices.plain(price))
    this.host.desk.toasts.show('information', chartText.alerts.pointFirst)
  }

  async move({ id }: Pick<PriceLine, 'id'>, price: string): Promise<void> {
    const { desk } = this.host
    await desk.attempt(() => desk.alerts.movePriceLine(id, price))
  }

  async remove({ id, price }: Pick<PriceLine, 'id' | 'price'>): Promise<void> {
    const { desk } = this.host
    const alert = desk.alerts.state.alerts.find((each) => each.id === id)
    if (!(await desk.attempt(() => desk.alerts.remove(id)))) return
    const sentence = chartText.alerts.removed(formatDecimal(price, desk.settings.now.numbers))
    desk.toasts.show('information', sentence, null, alert ? this.#undo(alert) : null)
  }

  /** Restores the alert with its settings. */
  #undo(alert: Alert): ToastAction {
    const { desk } = this.host
    const draft = draftOf(alert)
    const { profileId } = desk.alerts.state
    // Not into another connection.
    const same = () => desk.alerts.state.profileId === profileId
    return { label: chartText.alerts.undo, run: () => same() && desk.attempt(() => desk.alerts.add(draft)) }
  }

  /** The nearest line on the price axis, or null. */
  lineAt(price: number): PriceLine | null {
    const y = this.charting.drawing?.candles.priceToCoordinate(price) ?? null
    return y === null ? null : (this.charting.lines?.at(y) ?? null)
  }

  async removeAt(price: number): Promise<void> {
    const line = this.lineAt(price)
    if (line) await this.remove(line)
  }

  async moveAt(price: number, to: number): Promise<void> {
    const line = this.lineAt(price)
    if (line) await this.move(line, this.charting.model.prices.plain(to))
  }
}
