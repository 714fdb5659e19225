import { bookText } from '../../messages/panels/book'
import type { BookSettings } from '#shared/contract/market/panels/book'
import { maxLevels } from '#shared/contract/market/markets'
import { canonical, canonicalDecimal, type Decimal } from '#shared/domain/base/decimal'
import type { CostSize } from '../../lib/cost/cost-size.svelte'
import type { MarketView, MarketSubscription } from '../../lib/markets'
import type { PanelHost } from '../shell/panel-host.svelte'
import type { TableFigures } from '../../lib/panel-export'
import type { Columns } from './columns'
import { middleHeight, rowHeight } from './ladder'
import { LadderView, priceText } from './ladder-view'
import { driftOf } from './middle'
import { tapeLength } from './row-traded'
import { stepIndexOf, rememberedStep, rememberStep, stepsFrom } from './steps'
import { ladderTable } from './table'
import { repaintPause, Throttle } from '../../lib/throttle'
import { tipOf, tipSentence, type Tip } from './tip'
import type { TipSpots } from './tip-position'
import { Unmerged } from './unmerged'

const margin = 32
/** Enough for the last prices. */
const fewTrades = 50

export class LadderModel {
  asked = $state(2 * margin)
  columns = $state.raw<readonly Columns[]>([])
  /** From the same book as the rows. */
  tip = $state.raw<Tip | null>(null)
  /** For screen readers, throttled. */
  said = $state(bookText.alert.noRow)
  held = $state(false)
  away = $state(false)
  drift = $state<string | null>(null)
  /** Why the traded volume is incomplete. */
  gap = $state<ReturnType<LadderView['traded']['gap']>>(null)
  /** The price step, and a price above all others. */
  #known = $state.raw<{ readonly tick: Decimal; readonly above: Decimal } | null>(null)
  #view: LadderView | null = null
  readonly #publishing: Throttle
  readonly #unmerged: Unmerged

  readonly steps: readonly string[] = $derived.by(() =>
    this.#known ? stepsFrom(this.#known.tick, this.#known.above) : []
  )
  readonly #chosen = $derived.by(() => rememberedStep(this.settings().steps, this.market()))
  readonly stepIndex = $derived.by(() => stepIndexOf(this.steps, this.#chosen))
  readonly grouping: string | null = $derived.by(() =>
    this.steps.length === 0 ? this.#chosen : this.stepIndex === 0 ? null : this.steps[this.stepIndex]!
  )
  readonly subscription: MarketSubscription = $derived.by(() => {
    const { traded, tape, cost } = this.settings()
    const all = traded || tape
    return {
      market: this.market(),
      parts: {
        book: { levels: this.asked, grouping: this.grouping },
        trades: { max: all ? tapeLength : fewTrades },
        // For the coverage.
        candles: all ? { interval: '1d', max: 1 } : null,
        statistics: false,
        cost: cost ? this.size.wanted : null
      }
    }
  })

  constructor(
    readonly host: PanelHost,
    readonly market: () => string,
    readonly settings: () => BookSettings,
    private readonly size: CostSize
  ) {
    this.#publishing = new Throttle(() => this.#publish(), repaintPause)
    this.#unmerged = new Unmerged(host.desk.marketFeed, this.#publishing.call)
  }

  get view(): LadderView {
    return this.#view!
  }

  start(market: MarketView): void {
    this.#view = new LadderView(
      {
        market: this.market(),
        settings: this.settings(),
        numbers: this.host.desk.settings.now.numbers,
        grouping: this.grouping,
        state: null,
        mayArrive: true,
        lines: []
      },
      {
        view: market,
        now: () => performance.now(),
        cursor: () => this.host.cursor?.price ?? null,
        filled: () => this.#filled(),
        columns: (columns) => (this.columns = columns),
        depth: (levels) => this.#need(levels)
      }
    )
    $effect(() => {
      const stops = [
        market.onPaint(() => {
          this.#learn(market)
          this.view.news()
        }),
        this.host.onCursor(() => this.view.invalidate()),
        () => this.#publishing.stop(),
        () => this.#unmerged.close()
      ]
      return () => stops.forEach((stop) => stop())
    })
  }

  bind(): () => void {
    return this.host.bind({
      coarser: () => this.choose(this.stepIndex + 1),
      finer: () => this.choose(this.stepIndex - 1),
      recentre: () => this.recentre(),
      addAlert: () => this.addAlert()
    })
  }

  choose(index: number): void {
    const step = this.steps[Math.max(0, Math.min(index, this.steps.length - 1))]
    if (step === undefined) return
    const { steps } = this.settings()
    const kept = rememberStep(steps, this.market(), step === this.steps[0] ? null : step)
    void this.host.set({ steps: [...kept] })
  }

  scroll(by: number): void {
    this.view.scroll(by)
    if (this.view.pointed) this.point(this.view.pointed)
    else this.#publishing.atOnce()
  }

  recentre(): void {
    this.view.recentre()
    this.#publishing.atOnce()
  }

  /** At the price of the pointed row. */
  async addAlert(): Promise<void> {
    const { desk } = this.host
    const price = canonicalDecimal(this.#pointedPrice() ?? '')
    if (price === null) return desk.toasts.show('information', bookText.alert.pointFirst)
    await desk.attempt(() => desk.alerts.addPriceLine(this.market(), price))
  }

  point(position: Parameters<LadderView['point']>[0]): void {
    this.view.point(position)
    const price = canonicalDecimal(this.#pointedPrice() ?? '')
    this.host.point(price === null ? null : { at: null, price })
    this.#unmerged.open(this.market(), price !== null && this.grouping !== null)
    this.#publishing.atOnce()
  }

  release(): void {
    this.view.release()
    this.host.point(null)
    this.#unmerged.close()
    this.#publishing.atOnce()
  }

  get tipSpots(): TipSpots {
    const { pointed, ladder } = this.view
    void this.tip
    const row = pointed ? ladder.topOf(ladder.lanes[pointed.lane]!, pointed.index) : 0
    const { left, right, middleTop } = ladder
    return {
      left,
      right,
      row: { top: row, bottom: row + rowHeight },
      middle: middleTop === null ? null : { top: middleTop, bottom: middleTop + middleHeight }
    }
  }

  leftOf(lane: number): number {
    return this.view.ladder.lanes[lane]?.left ?? 0
  }

  table(): TableFigures | null {
    return ladderTable(this.view, this.host.name)
  }

  #pointedPrice(): string | null {
    const row = this.view.pointedRow()
    return row && priceText(this.view, row)
  }

  #filled(): void {
    if (this.view.pointed) this.tip = tipOf(this.view, this.#unmerged.levels)
    this.#publishing.call()
  }

  #publish(): void {
    const { view, host } = this
    const { ladder, book, traded, input } = view
    this.held = ladder.held
    this.away = ladder.away
    this.drift = book && driftOf(view.heldMid, book.levels, host.desk.settings.now.numbers)
    this.tip = tipOf(view, this.#unmerged.levels)
    this.said = this.tip ? tipSentence(this.tip) : bookText.alert.noRow
    this.gap = input.settings.traded ? traded.gap(view.ports.view, input.settings.tradedMinutes) : null
  }

  #learn({ book }: MarketView): void {
    const mid = book?.bestPrice('asks') ?? book?.bestPrice('bids')
    if (!book || !mid) return
    const { priceScale, tick: units } = book.news
    const tick = canonical({ units: BigInt(units), scale: priceScale })
    // A power of ten, so that the list of steps is stable.
    const above = { units: 10n ** BigInt(mid.units.toString().length), scale: mid.scale }
    const known = this.#known
    const isKnown =
      known?.tick.units === tick.units &&
      known.tick.scale === tick.scale &&
      known.above.units === above.units &&
      known.above.scale === above.scale
    if (!isKnown) this.#known = { tick, above }
  }

  /** Grows at once, shrinks only when much fewer levels are needed. */
  #need(levels: number): void {
    const wanted = Math.min(maxLevels, Math.ceil((levels + margin) / margin) * margin)
    if (wanted > this.asked || wanted < this.asked / 2) this.asked = wanted
  }
}
